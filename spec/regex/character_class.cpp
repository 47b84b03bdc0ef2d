#include "spec/regex/character_class.hpp"

#include <iterator>
#include <vector>

namespace plumbline::iregexp {
namespace {

/// In the order of their bits. The last, Cn (unassigned), is unknown to RE2, whose \p{C} excludes
/// it.
constexpr std::string_view kCategories[] = {
    "Ll", "Lm", "Lo", "Lt", "Lu", "Mc", "Me", "Mn", "Nd", "Nl", "No", "Pc", "Pd", "Pe", "Pf",
    "Pi", "Po", "Ps", "Sc", "Sk", "Sm", "So", "Zl", "Zp", "Zs", "Cc", "Cf", "Co", "Cs", "Cn"};

static_assert(kAllCategories == (Categories{1} << std::size(kCategories)) - 1);
constexpr Categories kUnassigned = Categories{1} << (std::size(kCategories) - 1);

/// Returns the shortest list of RE2's names for some categories.
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

/// Returns categories in the form that RE2 expects inside a class.
std::string class_list(Categories some) {
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
        return (one.negated ? "[^" : "[") + one.characters + class_list(one.categories) + ']';
    }
    // RE2 has no name for unassigned characters, so the class is expressed by its complement.
    const Categories rest = kAllCategories & ~one.categories;
    if (rest == 0) return one.negated ? "[^\\x{0}-\\x{10FFFF}]" : "[\\x{0}-\\x{10FFFF}]";
    if (one.characters.empty()) return (one.negated ? "[" : "[^") + class_list(rest) + ']';
    if (!one.negated) return "(?:[" + one.characters + "]|[^" + class_list(rest) + "])";
    // For each remaining category: its characters except those listed.
    std::string text;
    for (const std::string_view name : names_of(rest)) {
        text += text.empty() ? "(?:" : "|";
        text += "[^" + one.characters + "\\P{" + std::string(name) + "}]";
    }
    return text + ')';
}

}  // namespace plumbline::iregexp
