#include "conformance/client/call_setup.hpp"

#include "conformance/client/call_check.hpp"
#include "spec/base/check.hpp"
#include "spec/base/text.hpp"
#include "spec/http/url.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace plumbline::client {
namespace {

struct ListCleanup {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using HeaderList = std::unique_ptr<curl_slist, ListCleanup>;

// For values of our own. What may come from a target is set by set_request_line.
template <typename Value>
void set(CURL* easy, CURLoption option, Value value) {
    PLUMBLINE_CHECK(curl_easy_setopt(easy, option, value) == CURLE_OK,
                    "libcurl must know the option and have memory");
}

void append(HeaderList& list, const std::string& line) {
    curl_slist* longer = curl_slist_append(list.get(), line.c_str());
    PLUMBLINE_CHECK(longer != nullptr, "memory for a header line");
    static_cast<void>(list.release());
    list.reset(longer);
}

HeaderList header_list(const http::Request& request) {
    HeaderList list;
    for (const auto& [name, value] : request.headers.all()) {
        // `Name;` is how libcurl is told to send an empty field; `Name:` would drop it.
        const bool is_empty = trimmed(value).empty();
        append(list, is_empty ? name + ';' : name + ": " + value);
    }
    // What libcurl would add by itself; the record of the exchange must show all that was sent.
    for (const char* name : {"Accept", "Content-Type", "Expect"}) {
        if (!request.headers.has(name)) append(list, std::string(name) + ':');
    }
    return list;
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

/// Sets what may hold values that a target chose: if libcurl refuses them, that is a failure of the
/// call and no broken invariant.
std::optional<Error> set_request_line(CURL* easy, const Call& call) {
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

bool is_loopback(const std::string& url) {
    const auto parsed = http::parse_url(url.substr(0, url.find_first_of("?#")));
    if (!parsed) return false;
    const std::string host = to_lower(parsed->host);
    return host == "localhost" || host == "[::1]" || host.rfind("127.", 0) == 0;
}

void set_trust(CURL* easy, const ClientOptions& options) {
    set(easy, CURLOPT_SSL_VERIFYPEER, 1L);
    set(easy, CURLOPT_SSL_VERIFYHOST, 2L);
    if (!options.ca_file.empty()) set(easy, CURLOPT_CAINFO, options.ca_file.c_str());
    if (options.certificate_file.empty()) return;
    set(easy, CURLOPT_SSLCERT, options.certificate_file.c_str());
    set(easy, CURLOPT_SSLKEY, options.key_file.c_str());
    // A key with a passphrase is refused instead of being asked for on the terminal.
    set(easy, CURLOPT_KEYPASSWD, "");
}

void set_connection(CURL* easy, const Call& call, const ClientOptions& options) {
    set(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    set(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    // `/a/../b` is a test case, not a slip.
    set(easy, CURLOPT_PATH_AS_IS, 1L);
    set(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    set(easy, CURLOPT_NOSIGNAL, 1L);
    // Do not wait for a name server that does not answer: the deadline comes first.
    set(easy, CURLOPT_QUICK_EXIT, 1L);
    // On a kept connection that breaks, libcurl sends the request again by itself: what creates
    // would be done twice, and the answer would be to the second.
    if (call.sink || !http::only_reads(call.request.method)) set(easy, CURLOPT_FRESH_CONNECT, 1L);
    if (call.sink) {
        // Its reader judges the transfer coding itself; what stands behind the end of a stream
        // must not be taken for the beginning of another answer.
        set(easy, CURLOPT_HTTP_TRANSFER_DECODING, 0L);
        set(easy, CURLOPT_FORBID_REUSE, 1L);
    }
    if (is_loopback(call.url)) set(easy, CURLOPT_PROXY, "");
    set_trust(easy, options);
    if (!options.user_agent.empty()) set(easy, CURLOPT_USERAGENT, options.user_agent.c_str());
}

// libcurl takes 0 for "no limit" and refuses what no int can hold.
long curl_time(std::chrono::milliseconds time) {
    constexpr std::chrono::milliseconds kShortest{1};
    constexpr std::chrono::milliseconds kLongest{std::numeric_limits<int>::max()};
    return static_cast<long>(std::clamp(time, kShortest, kLongest).count());
}

void set_deadlines(CURL* easy, const Call& call, const ClientOptions& options) {
    set(easy, CURLOPT_TIMEOUT_MS, curl_time(call.timeout));
    set(easy,
        CURLOPT_CONNECTTIMEOUT_MS,
        curl_time(std::min(call.timeout, options.connect_timeout)));
}

}  // namespace

struct HeaderLines::Lines {
    HeaderList list;
};

HeaderLines::HeaderLines(const http::Request& request)
    : lines_(std::make_unique<Lines>(Lines{header_list(request)})) {}

HeaderLines::~HeaderLines() = default;

void* HeaderLines::list() const {
    return lines_->list.get();
}

std::optional<Error> set_up(void* easy,
                            const Call& call,
                            const ClientOptions& options,
                            const HeaderLines& lines) {
    // First: after a refusal the handle must not keep what ends with the call.
    if (auto refused = set_request_line(easy, call)) return refused;
    set_connection(easy, call, options);
    set_deadlines(easy, call, options);
    set_body(easy, call.request);
    set(easy, CURLOPT_HTTPHEADER, static_cast<curl_slist*>(lines.list()));
    return std::nullopt;
}

}  // namespace plumbline::client
