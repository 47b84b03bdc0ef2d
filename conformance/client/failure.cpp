#include "conformance/client/failure.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

namespace plumbline::client {
namespace {

struct Explanation {
    ErrorCode code;
    std::string_view what;
    std::string_view hint;
};

constexpr std::string_view kBaseUrlHint =
    "check that the service runs and that host and port of the base URL are right";
constexpr std::string_view kCertificateHint =
    "check the certificate and the host name, or name the authority that signed it (--ca-file, or "
    "ca_file in the profile)";

Explanation of_timeout(const Breakdown& breakdown) {
    if (!breakdown.request_sent) {
        return {ErrorCode::kUnreachable, "no connection came about in time", kBaseUrlHint};
    }
    const auto what =
        breakdown.status == 0 ? "no response in time" : "the response did not end in time";
    return {ErrorCode::kTimeout, what, "raise the timeout if the service is known to be slow"};
}

// The service closed or garbled the connection: how much had come says where to look.
Explanation of_broken_connection(const Breakdown& breakdown) {
    if (breakdown.status == 0) {
        return {ErrorCode::kIo,
                "the connection ended before a response",
                "look into the service's log: a crash, or a proxy that gave up?"};
    }
    return {ErrorCode::kIo,
            "the connection ended within the response",
            "compare Content-Length or the last chunk with what the service wrote"};
}

// After the request on a kept connection that broke, libcurl tries a new one: that this one does
// not come about says nothing of the request.
bool is_about_connecting(int curl_code) {
    return curl_code == CURLE_COULDNT_CONNECT || curl_code == CURLE_COULDNT_RESOLVE_HOST ||
           curl_code == CURLE_COULDNT_RESOLVE_PROXY;
}

Explanation explanation_of(const Breakdown& breakdown) {
    if (breakdown.over_limit) {
        return {ErrorCode::kLimit,
                "the response is larger than accepted",
                "raise the limit if the service may answer that much"};
    }
    if (breakdown.request_sent && is_about_connecting(breakdown.curl_code))
        return of_broken_connection(breakdown);
    switch (breakdown.curl_code) {
        case CURLE_OPERATION_TIMEDOUT:
            return of_timeout(breakdown);
        case CURLE_COULDNT_CONNECT:
            return {ErrorCode::kUnreachable, "the connection was refused", kBaseUrlHint};
        case CURLE_COULDNT_RESOLVE_HOST:
            return {ErrorCode::kUnreachable, "the host name is unknown", kBaseUrlHint};
        case CURLE_COULDNT_RESOLVE_PROXY:
            return {ErrorCode::kUnreachable,
                    "the proxy's host name is unknown",
                    "check the proxy variables of the environment"};
        case CURLE_URL_MALFORMAT:
            return {ErrorCode::kUsage, "the URL is malformed", "write it as http://host:port/path"};
        case CURLE_PEER_FAILED_VERIFICATION:
            return {ErrorCode::kIo, "the server's certificate is not trusted", kCertificateHint};
        case CURLE_SSL_CACERT_BADFILE:
            return {ErrorCode::kUsage, "the CA file cannot be read", "name a PEM file"};
        case CURLE_SSL_CERTPROBLEM:
            return {
                ErrorCode::kUsage,
                "our own certificate or its key cannot be used",
                "name PEM files in the profile's client_certificate, the key without passphrase"};
        case CURLE_SSL_CONNECT_ERROR:
            return {ErrorCode::kIo,
                    "the TLS handshake failed",
                    "check that the port speaks TLS; if not, use http://"};
        case CURLE_WEIRD_SERVER_REPLY:
        case CURLE_UNSUPPORTED_PROTOCOL:
            return {ErrorCode::kIo,
                    "what came back is not HTTP/1.1",
                    "check that the port belongs to the service and speaks plain HTTP"};
        default:
            return of_broken_connection(breakdown);
    }
}

std::string what_came(const Breakdown& breakdown) {
    if (breakdown.status == 0) return "";
    return fmt::format(
        ", after status {} and {} bytes of body", breakdown.status, breakdown.body_bytes);
}

std::string bound_of(const Breakdown& breakdown, ErrorCode code) {
    const bool timed_out = breakdown.curl_code == CURLE_OPERATION_TIMEDOUT;
    if (timed_out) return fmt::format(" ({} ms)", breakdown.timeout.count());
    if (code == ErrorCode::kLimit) return fmt::format(" ({} bytes of body)", breakdown.max_body);
    return "";
}

}  // namespace

Error explain(const Breakdown& breakdown) {
    const Explanation explanation = explanation_of(breakdown);
    const std::string detail = breakdown.detail.empty() ? "" : " [" + breakdown.detail + "]";
    return Error{explanation.code,
                 fmt::format("{}: {}{}{}{}; {}",
                             breakdown.target,
                             explanation.what,
                             bound_of(breakdown, explanation.code),
                             what_came(breakdown),
                             detail,
                             explanation.hint),
                 {},
                 {}};
}

}  // namespace plumbline::client
