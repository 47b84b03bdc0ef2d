#pragma once
// The hosts that are called without a proxy.

#include <string_view>

namespace plumbline::client {

/// Returns whether `host` (an IPv6 address in brackets) matches an entry of `excluded`, the value
/// of `no_proxy`, as curl 7.88 compares them. Entries are separated by commas or blanks: `*` alone
/// (all hosts), a name with its subdomains (with or without a leading dot), an address, or a
/// network (`10.0.0.0/8`).
[[nodiscard]] bool is_excluded_host(std::string_view host, std::string_view excluded);

}  // namespace plumbline::client
