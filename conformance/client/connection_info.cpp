#include "conformance/client/connection_info.hpp"

#include <curl/curl.h>

#include <ctime>
#include <string_view>

namespace plumbline::client {
namespace {

ConnectionStage stage_of(int curl_code, bool request_sent) {
    switch (curl_code) {
        case CURLE_COULDNT_RESOLVE_HOST:
        case CURLE_COULDNT_RESOLVE_PROXY:
            return ConnectionStage::kResolve;
        case CURLE_COULDNT_CONNECT:
            return ConnectionStage::kConnect;
        case CURLE_OPERATION_TIMEDOUT:
            return request_sent ? ConnectionStage::kExchange : ConnectionStage::kConnect;
        case CURLE_PEER_FAILED_VERIFICATION:
        case CURLE_SSL_CONNECT_ERROR:
        case CURLE_SSL_CERTPROBLEM:
        case CURLE_SSL_CACERT_BADFILE:
            return ConnectionStage::kTls;
        default:
            return ConnectionStage::kExchange;
    }
}

double milliseconds(void* easy, CURLINFO info) {
    curl_off_t microseconds = 0;
    curl_easy_getinfo(easy, info, &microseconds);
    return static_cast<double>(microseconds) / 1000;
}

std::string address_of(void* easy) {
    const char* ip = nullptr;
    long port = 0;
    curl_easy_getinfo(easy, CURLINFO_PRIMARY_IP, &ip);
    curl_easy_getinfo(easy, CURLINFO_PRIMARY_PORT, &port);
    return ip && *ip ? std::string(ip) + ':' + std::to_string(port) : "";
}

std::string http_version_of(void* easy) {
    long version = 0;
    curl_easy_getinfo(easy, CURLINFO_HTTP_VERSION, &version);
    switch (version) {
        case CURL_HTTP_VERSION_1_0:
            return "1.0";
        case CURL_HTTP_VERSION_1_1:
            return "1.1";
        case CURL_HTTP_VERSION_2_0:
            return "2";
        default:
            return "";
    }
}

std::optional<Instant> date_of(const std::string& text) {
    const std::time_t seconds = curl_getdate(text.c_str(), nullptr);
    if (seconds < 0) return std::nullopt;
    return Instant(std::chrono::seconds(seconds));
}

ServerCertificate certificate_of(void* easy) {
    ServerCertificate certificate;
    curl_certinfo* chain = nullptr;
    curl_easy_getinfo(easy, CURLINFO_CERTINFO, &chain);
    if (chain == nullptr || chain->num_of_certs == 0) return certificate;
    for (const curl_slist* line = chain->certinfo[0]; line != nullptr; line = line->next) {
        const std::string_view text = line->data;
        const std::size_t colon = text.find(':');
        if (colon == std::string_view::npos) continue;
        const std::string_view name = text.substr(0, colon);
        const std::string value(text.substr(colon + 1));
        if (name == "Subject") certificate.subject = value;
        if (name == "Issuer") certificate.issuer = value;
        if (name == "Expire date") certificate.expires = date_of(value);
    }
    return certificate;
}

}  // namespace

ConnectionInfo connection_info(void* easy, int curl_code, bool request_sent) {
    ConnectionInfo info;
    info.stage = stage_of(curl_code, request_sent);
    info.address = address_of(easy);
    info.http_version = http_version_of(easy);
    info.connected_ms = milliseconds(easy, CURLINFO_CONNECT_TIME_T);
    info.certificate = certificate_of(easy);
    return info;
}

}  // namespace plumbline::client
