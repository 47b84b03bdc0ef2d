#include "conformance/client/excluded_hosts.hpp"

#include "spec/base/text.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::client {
namespace {

/// The bytes of an IPv4 or IPv6 address.
using AddressBytes = std::vector<unsigned char>;

std::optional<AddressBytes> parse_address(std::string_view text) {
    if (text.size() > 1 && text.front() == '[' && text.back() == ']')
        text = text.substr(1, text.size() - 2);
    const std::string copy(text);
    std::array<unsigned char, 16> bytes{};
    for (const auto& [family, size] : {std::pair(AF_INET, 4), std::pair(AF_INET6, 16)}) {
        if (::inet_pton(family, copy.c_str(), bytes.data()) == 1)
            return AddressBytes(bytes.begin(), bytes.begin() + size);
    }
    return std::nullopt;
}

bool has_same_prefix(const AddressBytes& a, const AddressBytes& b, std::size_t bits) {
    for (std::size_t i = 0; i < a.size() && bits > 0; ++i) {
        const std::size_t here = bits < 8 ? bits : 8;
        const unsigned mask = 0xFFU << (8 - here) & 0xFFU;
        if ((a[i] & mask) != (b[i] & mask)) return false;
        bits -= here;
    }
    return true;
}

bool matches_network(const AddressBytes& address, std::string_view entry) {
    const std::size_t slash = entry.find('/');
    const auto network = parse_address(entry.substr(0, slash));
    if (!network || network->size() != address.size()) return false;
    std::size_t bits = address.size() * 8;
    if (slash != std::string_view::npos) {
        const std::string_view digits = entry.substr(slash + 1);
        std::size_t given = 0;
        const auto [end, problem] =
            std::from_chars(digits.data(), digits.data() + digits.size(), given);
        if (problem != std::errc() || end != digits.data() + digits.size() || given > bits)
            return false;
        bits = given;
    }
    return has_same_prefix(address, *network, bits);
}

std::string_view without_trailing_dot(std::string_view name) {
    if (!name.empty() && name.back() == '.') name.remove_suffix(1);
    return name;
}

bool matches_domain(std::string_view host, std::string_view entry) {
    entry = without_trailing_dot(entry);
    if (!entry.empty() && entry.front() == '.') entry.remove_prefix(1);
    if (entry.empty() || entry.size() > host.size()) return false;
    const std::size_t before = host.size() - entry.size();
    return equals_ignoring_case(host.substr(before), entry) &&
           (before == 0 || host[before - 1] == '.');
}

}  // namespace

bool is_excluded_host(std::string_view host, std::string_view excluded) {
    if (excluded == "*") return true;
    const auto address = parse_address(host);
    host = without_trailing_dot(host);
    constexpr std::string_view kSeparators = ", \t";
    while (!excluded.empty()) {
        const std::size_t end = std::min(excluded.find_first_of(kSeparators), excluded.size());
        const std::string_view entry = excluded.substr(0, end);
        if (address ? matches_network(*address, entry) : matches_domain(host, entry)) return true;
        excluded.remove_prefix(std::min(end + 1, excluded.size()));
    }
    return false;
}

}  // namespace plumbline::client
