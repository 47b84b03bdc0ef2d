#include "spec/regex/character_class.hpp"

#include <iterator>
#include <vector>

namespace plumbline::iregexp {
namespace {

/// In the order of their bits. RE2 does not know Cn (unassigned), the last, and leaves it out of
/// \p{C}.
constexpr std::string_view kCategories[] = {
    "Ll", "Lm", "Lo", "Lt", "Lu", "Mc", "Me", "Mn", "Nd", "Nl", "No", "Pc", "Pd", "Pe", "Pf",
    "Pi", "Po", "Ps", "Sc", "Sk", "Sm", "So", "Zl", "Zp", "Zs", "Cc", "Cf", "Co", "Cs", "Cn"};

static_assert(kAllCategories == (Categories{1} << std::size(kCategories)) - 1);
constexpr Categories kUnassigned = Categories{1} << (std::size(kCategories) - 1);

/// Returns the shortest list of names that RE2 has for some categories.
std::vector<std::string_view> names_of(Categories some) {
    std::vector<std::string_view> names;
    for (const std::string_view group : {"L", "M", "N", "P", "S", "Z"}) {
        const Categories whole = categories_of(group);
        if ((some & whole) != whole) continue;
        names.push_back(group);
        some &= ~whole;
    }
    for (std::size_t i = 0; i < std::size(kCategories); ++i) {
        if ((some & (Categories{1} << i)) != 0) names.push_back(kCategories[i]);
    }
    return names;
}

/// Writes categories as they stand within a class of RE2.
std::string listed(Categories some) {
    std::string text;
    for (const std::string_view name : names_of(some)) text += "\\p{" + std::string(name) + '}';
    return text;
}

}  // namespace

Categories categories_of(std::string_view name) {
    Categories found = 0;
    for (std::size_t i = 0; i < std::size(kCategories); ++i) {
        if (kCategories[i].starts_with(name)) found |= Categories{1} << i;
    }
    return found;
}

std::string class_text(const CharacterClass& one) {
    if ((one.categories & kUnassigned) == 0) {
        return (one.negated ? "[^" : "[") + one.characters + listed(one.categories) + ']';
    }
    // RE2 has no name for what is unassigned, so the class is written by what it has not.
    const Categories rest = kAllCategories & ~one.categories;
    if (rest == 0) return one.negated ? "[^\\x{0}-\\x{10FFFF}]" : "[\\x{0}-\\x{10FFFF}]";
    if (one.characters.empty()) return (one.negated ? "[" : "[^") + listed(rest) + ']';
    if (!one.negated) return "(?:[" + one.characters + "]|[^" + listed(rest) + "])";
    // Of each category that is left, what is none of the characters.
    std::string text;
    for (const std::string_view name : names_of(rest)) {
        text += text.empty() ? "(?:" : "|";
        text += "[^" + one.characters + "\\P{" + std::string(name) + "}]";
    }
    return text + ')';
}

}  // namespace plumbline::iregexp
