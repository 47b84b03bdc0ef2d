#include "conformance/client/transfer_failure.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

namespace plumbline::client {
namespace {

struct Explanation {
    ErrorCode code;
    std::string what;
    std::string_view hint;
};

constexpr std::string_view kBaseUrlHint =
    "check that the service runs and that host and port of the base URL are correct";
constexpr std::string_view kCertificateHint =
    "check the certificate and the host name, or specify the authority that signed it (--ca-file, "
    "ca_file in the profile, or SSL_CERT_FILE)";
constexpr std::string_view kProxyHint =
    "check the proxy variables of the environment, or list the host in NO_PROXY if it can be "
    "reached directly";

Explanation explain_timeout(const TransferFailure& failure) {
    if (!failure.request_sent) {
        return {ErrorCode::kUnreachable,
                "no connection was established in time",
                failure.proxy.empty() ? kBaseUrlHint : kProxyHint};
    }
    const auto what =
        failure.status == 0 ? "no response in time" : "the response did not end in time";
    return {ErrorCode::kTimeout, what, "raise the timeout if the service is known to be slow"};
}

bool is_informational(int status) {
    return status >= 100 && status < 200;
}

// The service closed the connection or sent malformed data: the received part shows where to look.
Explanation explain_broken_connection(const TransferFailure& failure) {
    constexpr std::string_view kLogHint =
        "check the service's log: it may have crashed, or a proxy closed the connection";
    if (failure.status == 0) {
        return {ErrorCode::kIo, "the connection ended before a response", kLogHint};
    }
    if (failure.within_head)
        return {ErrorCode::kIo, "the connection ended within the head of the response", kLogHint};
    if (is_informational(failure.status)) {
        return {ErrorCode::kIo,
                "the connection ended after an informational response, before the final one",
                kLogHint};
    }
    return {ErrorCode::kIo,
            "the connection ended within the response",
            "compare Content-Length or the last chunk with what the service sent"};
}

// If a kept connection breaks after the request, libcurl tries a new one: that this connection
// fails does not show whether the request had an effect.
bool is_about_connecting(int curl_code) {
    return curl_code == CURLE_COULDNT_CONNECT || curl_code == CURLE_COULDNT_RESOLVE_HOST ||
           curl_code == CURLE_COULDNT_RESOLVE_PROXY;
}

// No request reached the target: the proxy responded instead.
Explanation explain_proxy_status(int status) {
    if (status == kProxyAuthenticationRequired) {
        return {ErrorCode::kUnreachable,
                "the proxy requires credentials (status 407)",
                "write them into the variable (http://USER:PASSWORD@HOST:PORT), or list the host "
                "in NO_PROXY if it can be reached directly"};
    }
    return {ErrorCode::kUnreachable,
            fmt::format("the proxy did not connect to the target (status {})", status),
            kProxyHint};
}

Explanation explain_refused_connection(const TransferFailure& failure) {
    if (failure.proxy.empty())
        return {ErrorCode::kUnreachable, "the connection was refused", kBaseUrlHint};
    return {ErrorCode::kUnreachable, "there is no connection to the proxy", kProxyHint};
}

std::string unreadable_authorities(const TransferFailure& failure) {
    if (failure.authorities.empty()) return "the CA file cannot be read";
    return "the CA file " + failure.authorities + " cannot be read";
}

bool is_over_limit_in_head(const TransferFailure& failure) {
    return failure.over_limit && (failure.within_head || failure.status < 200);
}

Explanation explain_failure(const TransferFailure& failure) {
    if (failure.proxy_status != 0) return explain_proxy_status(failure.proxy_status);
    if (is_over_limit_in_head(failure)) {
        return {ErrorCode::kLimit,
                "the head of the response is larger than 256 KiB, or has a line of more than "
                "100,000 bytes",
                "shorten it"};
    }
    if (failure.over_limit)
        return {ErrorCode::kLimit, "the response is larger than allowed", kLargerResponses};
    if (failure.has_unknown_end) {
        return {ErrorCode::kIo,
                "the head of the response does not tell where the body ends",
                "send one Content-Length of decimal digits, or the chunked coding"};
    }
    if (failure.request_sent && is_about_connecting(failure.curl_code))
        return explain_broken_connection(failure);
    switch (failure.curl_code) {
        case CURLE_OPERATION_TIMEDOUT:
            return explain_timeout(failure);
        case CURLE_COULDNT_CONNECT:
            return explain_refused_connection(failure);
        case CURLE_COULDNT_RESOLVE_HOST:
            return {ErrorCode::kUnreachable, "the host name is unknown", kBaseUrlHint};
        case CURLE_COULDNT_RESOLVE_PROXY:
            return {ErrorCode::kUnreachable, "the proxy's host name is unknown", kProxyHint};
        case CURLE_PROXY:
            return {ErrorCode::kUnreachable, "the handshake with the proxy failed", kProxyHint};
        case CURLE_URL_MALFORMAT:
            return {ErrorCode::kUsage, "the URL is malformed", "write it as http://host:port/path"};
        case CURLE_PEER_FAILED_VERIFICATION:
            return {ErrorCode::kIo, "the server's certificate is not trusted", kCertificateHint};
        case CURLE_SSL_CACERT_BADFILE:
            return {ErrorCode::kUsage, unreadable_authorities(failure), "specify a PEM file"};
        case CURLE_SSL_CERTPROBLEM:
            return {ErrorCode::kUsage,
                    "our own certificate or its key cannot be used",
                    "specify PEM files in the profile's client_certificate, the key without "
                    "passphrase"};
        case CURLE_SSL_CONNECT_ERROR:
            return {ErrorCode::kIo,
                    "the TLS handshake failed",
                    "check that the port speaks TLS; if not, use http://"};
        case CURLE_WEIRD_SERVER_REPLY:
        case CURLE_UNSUPPORTED_PROTOCOL:
            return {ErrorCode::kIo,
                    "the response is not HTTP/1.1",
                    "see the finding http; check that the port belongs to the service and speaks "
                    "plain HTTP"};
        default:
            return explain_broken_connection(failure);
    }
}

std::string received_text(const TransferFailure& failure) {
    if (failure.status == 0) return "";
    if (failure.within_head) {
        return fmt::format(
            ", after status {} and {} complete header fields", failure.status, failure.fields);
    }
    return fmt::format(
        ", after status {} and {} bytes of body", failure.status, failure.body_bytes);
}

std::string limit_text(const TransferFailure& failure, ErrorCode code) {
    const bool timed_out = failure.curl_code == CURLE_OPERATION_TIMEDOUT;
    if (timed_out) return fmt::format(" ({} ms)", failure.timeout.count());
    if (code == ErrorCode::kLimit && !is_over_limit_in_head(failure))
        return fmt::format(" ({} bytes of body)", failure.max_body);
    return "";
}

}  // namespace

Error describe_failure(const TransferFailure& failure) {
    const Explanation explanation = explain_failure(failure);
    const std::string detail = failure.detail.empty() ? "" : " [" + failure.detail + "]";
    const std::string through = failure.proxy.empty() ? "" : " through the proxy " + failure.proxy;
    return Error{explanation.code,
                 fmt::format("{}{}: {}{}{}{}; {}",
                             failure.target,
                             through,
                             explanation.what,
                             limit_text(failure, explanation.code),
                             received_text(failure),
                             detail,
                             explanation.hint),
                 {},
                 {}};
}

}  // namespace plumbline::client
