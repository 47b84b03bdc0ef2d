#include "spec/contract/model/basis.hpp"

#include <array>
#include <utility>

namespace plumbline {
namespace {

constexpr std::array<std::pair<Basis, std::string_view>, 4> kBasisNames{{
    {Basis::kStated, "stated"},
    {Basis::kImplied, "implied"},
    {Basis::kAssumed, "assumed"},
    {Basis::kOpen, "open"},
}};

}  // namespace

std::string_view to_text(Basis basis) {
    return kBasisNames[static_cast<std::size_t>(basis)].second;
}

std::optional<Basis> parse_basis(std::string_view text) {
    for (const auto& [basis, name] : kBasisNames) {
        if (name == text) return basis;
    }
    return std::nullopt;
}

}  // namespace plumbline
