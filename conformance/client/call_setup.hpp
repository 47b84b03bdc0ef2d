#pragma once
// Tells libcurl what a call means.

#include "conformance/client/client.hpp"

#include <memory>
#include <optional>

namespace plumbline::client {

/// The header lines of a call, which libcurl borrows for the transfer.
class HeaderLines {
  public:
    explicit HeaderLines(const http::Request& request);
    ~HeaderLines();
    HeaderLines(const HeaderLines&) = delete;
    HeaderLines& operator=(const HeaderLines&) = delete;

    /// Returns them as libcurl wants them (a curl_slist*).
    [[nodiscard]] void* list() const;

  private:
    struct Lines;
    std::unique_ptr<Lines> lines_;
};

/// Sets a handle of libcurl (a CURL*) up for a checked call. `call`, `options` and `lines` are
/// borrowed for the transfer. Returns why libcurl refuses what a target may have chosen.
[[nodiscard]] std::optional<Error> set_up(void* easy,
                                          const Call& call,
                                          const ClientOptions& options,
                                          const HeaderLines& lines);

}  // namespace plumbline::client
