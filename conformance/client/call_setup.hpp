#pragma once
// Configures libcurl for a call.

#include "conformance/client/client.hpp"

#include <memory>
#include <optional>

struct curl_slist;  // of libcurl

namespace plumbline::client {

struct HeaderLinesCleanup {
    void operator()(curl_slist* lines) const;
};
/// The header lines of a call; libcurl borrows them during the transfer.
using HeaderLines = std::unique_ptr<curl_slist, HeaderLinesCleanup>;

[[nodiscard]] HeaderLines header_lines(const HttpCall& call);

/// Returns the entries as libcurl reads them; null for none.
[[nodiscard]] HeaderLines resolve_lines(const std::vector<ResolveEntry>& entries);

/// Configures a libcurl handle (a CURL*) for a checked call. `call`, `options` and `lines` are
/// borrowed during the transfer. Returns an error if libcurl refuses a value that a target may have
/// chosen.
[[nodiscard]] std::optional<Error> configure_handle(void* easy,
                                                    const HttpCall& call,
                                                    const ClientOptions& options,
                                                    const HeaderLines& lines);

}  // namespace plumbline::client
