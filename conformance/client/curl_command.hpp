#pragma once
// A shell command that repeats a call.

#include "conformance/client/connection_settings.hpp"
#include "conformance/client/shell_word.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::client {

struct Exchange;

/// What the commands of a run have in common.
struct CurlCommandOptions {
    /// Headers, by their names in the contract and in any case, that carry credentials, besides
    /// those of is_credential_header.
    std::vector<std::string> secret_headers;
    /// A credential that is not among the known secrets is shown, because it is written in a
    /// published suite. If false, it is a secret too.
    bool shows_other_credentials = false;
    std::string tls_options;  ///< curl's options for https URLs, see tls_options_of
    ProxySettings proxies;    ///< those of the environment, where the command will run
    std::vector<ResolveEntry> resolve{};
};

/// Returns curl's options for certificates, with absolute paths. An empty name gives no option.
[[nodiscard]] std::string tls_options_of(const std::string& ca_file,
                                         const std::string& certificate_file,
                                         const std::string& key_file);

/// Returns a POSIX shell command that repeats the request of an exchange as it was sent. It can be
/// pasted as it is where the variables are set: values of `variables` are written as `$NAME`. All
/// other secrets (`secrets`, and the values of headers that carry credentials) are written as
/// `$PLUMBLINE_SECRET_1`, ..., which the beginning of the command lists and requires. A body of
/// more than 256 KiB is written as the name of a file that does not exist.
[[nodiscard]] std::string curl_command(const Exchange& exchange,
                                       const CurlCommandOptions& options = {},
                                       const std::vector<SecretVariable>& variables = {},
                                       const std::vector<std::string>& secrets = {});

}  // namespace plumbline::client
