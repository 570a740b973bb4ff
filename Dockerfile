# docker build --tag adserver-conformance .
# docker run --rm --env ADSERVER_API_KEY --volume "$PWD:/reports" adserver-conformance \
#   certify https://ads.example.com/api/v1 --output html=report.html
FROM node:24-alpine AS install
# A version, or a tarball beside this file: --build-arg PACKAGE=./adserver-conformance-1.1.0.tgz
ARG PACKAGE=adserver-conformance@1
WORKDIR /suite
COPY . ./
RUN npm install --global --prefix /installed --ignore-scripts --no-audit --no-fund "$PACKAGE"

FROM node:24-alpine
COPY --from=install /installed/lib/node_modules/adserver-conformance /suite
# Reports are written here.
WORKDIR /reports
USER node
# Started without a shell, so that signals reach it.
ENTRYPOINT ["node", "/suite/bin/adserver-conformance.js"]
CMD ["--help"]
