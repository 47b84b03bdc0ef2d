#include "conformance/client/call_setup.hpp"

#include "conformance/client/call_check.hpp"
#include "conformance/client/content_coding.hpp"
#include "spec/base/check.hpp"
#include "spec/base/text.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace plumbline::client {
namespace {

// For our own values only. Values that may be those of a target are set by set_request_line.
template <typename Value>
void set(CURL* easy, CURLoption option, Value value) {
    PLUMBLINE_CHECK(curl_easy_setopt(easy, option, value) == CURLE_OK,
                    "libcurl must support the option and have memory");
}

void append(HeaderLines& list, const std::string& line) {
    curl_slist* extended = curl_slist_append(list.get(), line.c_str());
    PLUMBLINE_CHECK(extended != nullptr, "there is memory for a header line");
    static_cast<void>(list.release());
    list.reset(extended);
}

void set_body(CURL* easy, const http::Request& request) {
    if (request.method == "HEAD") {
        set(easy, CURLOPT_NOBODY, 1L);
    } else if (sends_body(request)) {
        set(easy, CURLOPT_POST, 1L);
        set(easy, CURLOPT_POSTFIELDS, request.body.c_str());
        set(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
    }
}

/// Sets the options that may contain values chosen by a target: if libcurl refuses one, the call
/// fails; no invariant is broken.
std::optional<Error> set_request_line(CURL* easy, const HttpCall& call) {
    const std::string& method = call.request.method;
    for (const auto& [option, text] :
         {std::pair(CURLOPT_URL, &call.url), std::pair(CURLOPT_CUSTOMREQUEST, &method)}) {
        const CURLcode code = curl_easy_setopt(easy, option, text->c_str());
        if (code == CURLE_OK) continue;
        return Error{ErrorCode::kUsage,
                     "cannot send the call: its " +
                         std::string(option == CURLOPT_URL ? "URL" : "method") + " of " +
                         std::to_string(text->size()) + " bytes was refused (" +
                         curl_easy_strerror(code) + "); shorten it",
                     {},
                     {}};
    }
    return std::nullopt;
}

void set_tls(CURL* easy, const ClientOptions& options) {
    set(easy, CURLOPT_SSL_VERIFYPEER, 1L);
    set(easy, CURLOPT_SSL_VERIFYHOST, 2L);
    const ConnectionSettings& connection = options.connection;
    if (!connection.ca_file.empty()) set(easy, CURLOPT_CAINFO, connection.ca_file.text.c_str());
    if (!connection.ca_folder.empty()) set(easy, CURLOPT_CAPATH, connection.ca_folder.text.c_str());
    if (options.certificate_file.empty()) return;
    set(easy, CURLOPT_SSLCERT, options.certificate_file.c_str());
    set(easy, CURLOPT_SSLKEY, options.key_file.c_str());
    // A key with a passphrase is refused; libcurl must not ask for the passphrase on the terminal.
    set(easy, CURLOPT_KEYPASSWD, "");
}

void set_connection(CURL* easy, const HttpCall& call, const ClientOptions& options) {
    set(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    set(easy,
        CURLOPT_HTTP_VERSION,
        static_cast<long>(options.records_connection ? CURL_HTTP_VERSION_2TLS
                                                     : CURL_HTTP_VERSION_1_1));
    if (options.records_connection) set(easy, CURLOPT_CERTINFO, 1L);
    // `/a/../b` is a valid test case.
    set(easy, CURLOPT_PATH_AS_IS, 1L);
    set(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    set(easy, CURLOPT_NOSIGNAL, 1L);
    // Do not wait for a name server that does not respond: the deadline is earlier.
    set(easy, CURLOPT_QUICK_EXIT, 1L);
    // If a kept connection breaks, libcurl sends the request again on its own: a create would run
    // twice, and the response would belong to the second one.
    // A connection that is used again shows neither its times nor its certificate.
    if (call.sink || !http::is_safe_method(call.request.method) || options.records_connection)
        set(easy, CURLOPT_FRESH_CONNECT, 1L);
    // We check the transfer coding: libcurl accepts more than HTTP/1.1 allows.
    set(easy, CURLOPT_HTTP_TRANSFER_DECODING, 0L);
    // Bytes after the end of a stream must not be read as the beginning of the next response.
    if (call.sink) set(easy, CURLOPT_FORBID_REUSE, 1L);
    // Both are set, so that libcurl does not read the environment: the report names the proxy.
    set(easy, CURLOPT_PROXY, proxy_for(options.connection.proxies, call.url).text.c_str());
    set(easy, CURLOPT_NOPROXY, "");
    set_tls(easy, options);
    if (!options.user_agent.empty()) set(easy, CURLOPT_USERAGENT, options.user_agent.c_str());
}

// libcurl treats 0 as "no limit" and rejects values that do not fit into an int.
long curl_time(std::chrono::milliseconds time) {
    constexpr std::chrono::milliseconds kShortest{1};
    constexpr std::chrono::milliseconds kLongest{std::numeric_limits<int>::max()};
    return static_cast<long>(std::clamp(time, kShortest, kLongest).count());
}

void set_deadlines(CURL* easy, const HttpCall& call, const ClientOptions& options) {
    set(easy, CURLOPT_TIMEOUT_MS, curl_time(call.timeout));
    set(easy,
        CURLOPT_CONNECTTIMEOUT_MS,
        curl_time(std::min(call.timeout, options.connect_timeout)));
}

}  // namespace

void HeaderLinesCleanup::operator()(curl_slist* lines) const {
    curl_slist_free_all(lines);
}

HeaderLines header_lines(const HttpCall& call) {
    const http::Request& request = call.request;
    HeaderLines list;
    for (const auto& [name, value] : request.headers.all()) {
        // With `Name;` libcurl sends an empty field; with `Name:` it sends none.
        const bool is_empty = trimmed(value).empty();
        append(list, is_empty ? name + ';' : name + ": " + value);
    }
    // Suppresses the headers that libcurl would add: the recorded exchange must contain everything
    // that was sent.
    for (const char* name : {"Accept", "Content-Type", "Expect"}) {
        if (!request.headers.has(name)) append(list, std::string(name) + ':');
    }
    if (!request.headers.has("Accept-Encoding"))
        append(list, std::string("Accept-Encoding: ") + (call.sink ? kNoCoding : kAcceptedCodings));
    return list;
}

HeaderLines resolve_lines(const std::vector<ResolveEntry>& entries) {
    HeaderLines list;
    for (const ResolveEntry& entry : entries) append(list, entry.to_text());
    return list;
}

std::optional<Error> configure_handle(void* easy,
                                      const HttpCall& call,
                                      const ClientOptions& options,
                                      const HeaderLines& lines) {
    // First: after a refusal the handle must not keep pointers to data of this call.
    if (auto error = set_request_line(easy, call)) return error;
    set_connection(easy, call, options);
    set_deadlines(easy, call, options);
    set_body(easy, call.request);
    set(easy, CURLOPT_HTTPHEADER, lines.get());
    return std::nullopt;
}

}  // namespace plumbline::client
