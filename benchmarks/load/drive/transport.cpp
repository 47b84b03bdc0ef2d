#include "benchmarks/load/drive/transport.hpp"

#include "benchmarks/load/drive/open_transport.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cerrno>
#include <system_error>

namespace plumbline::load {

std::string client_limit_text(int problem) {
    switch (problem) {
        case EMFILE: {
            rlimit files{};
            ::getrlimit(RLIMIT_NOFILE, &files);
            return fmt::format("the limit of {} open files is reached (ulimit -n)", files.rlim_cur);
        }
        case EADDRNOTAVAIL:
            return "no local port is free (net.ipv4.ip_local_port_range)";
        case ENFILE:
        case ENOBUFS:
        case ENOMEM:
            return std::generic_category().message(problem);
        default:
            return {};
    }
}

SerializedRequest serialize_request(const http::Url& base, http::Request request) {
    request.target.insert(0, base.path);
    if (!request.headers.has("User-Agent")) request.headers.add("User-Agent", "plumbline-load");
    const bool has_body = !request.body.empty() || request.method == "POST";
    if (has_body) request.headers.set("Content-Length", std::to_string(request.body.size()));
    const std::string* const host = request.headers.find("Host");
    SerializedRequest serialized;
    serialized.bytes =
        fmt::format("{} {} HTTP/1.1\r\nHost: {}\r\n",
                    request.method,
                    request.target,
                    host != nullptr ? *host : base.origin().substr(base.scheme.size() + 3));
    for (const auto& [name, value] : request.headers.all()) {
        if (equals_ignoring_case(name, "Host")) continue;
        serialized.bytes += fmt::format("{}: {}\r\n", name, value);
    }
    serialized.bytes += "\r\n" + request.body;
    serialized.request = std::move(request);
    return serialized;
}

Result<std::unique_ptr<Transport>> make_transport(const http::Url& base,
                                                  const TransportOptions& options,
                                                  const Clock& clock) {
    if (base.scheme == "https" || !options.proxy.empty())
        return open_curl_transport(base, options, clock);
    auto addresses = resolve_addresses(base);
    if (!addresses) return fail(addresses.error());
    return open_plain_transport(std::move(*addresses), options, clock);
}

}  // namespace plumbline::load
