#pragma once
// Configures libcurl for a call.

#include "conformance/client/client.hpp"

#include <memory>
#include <optional>

namespace plumbline::client {

/// The header lines of a call; libcurl borrows them during the transfer.
class HeaderLines {
  public:
    explicit HeaderLines(const http::Request& request);
    ~HeaderLines();
    HeaderLines(const HeaderLines&) = delete;
    HeaderLines& operator=(const HeaderLines&) = delete;

    /// Returns the lines in libcurl's form (a curl_slist*).
    [[nodiscard]] void* list() const;

  private:
    struct CurlLines;
    std::unique_ptr<CurlLines> lines_;
};

/// Configures a libcurl handle (a CURL*) for a checked call. `call`, `options` and `lines` are
/// borrowed during the transfer. Returns an error if libcurl refuses a value that a target may have
/// chosen.
[[nodiscard]] std::optional<Error> configure_handle(void* easy,
                                                    const HttpCall& call,
                                                    const ClientOptions& options,
                                                    const HeaderLines& lines);

}  // namespace plumbline::client
