FROM node:26-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional
# Nothing else: what lies beside the code may be secret.
COPY *.ts ./
COPY adapters ./adapters
COPY config ./config
COPY scripts/recover.ts ./scripts/
COPY ports ./ports
COPY rails ./rails
COPY src ./src
USER node
EXPOSE 3000
# Node is process 1 and gets the signals itself.
CMD ["node", "main.ts"]
