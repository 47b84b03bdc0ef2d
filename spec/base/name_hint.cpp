#include "spec/base/name_hint.hpp"

#include "spec/base/text.hpp"

namespace plumbline {
namespace {

std::string hint(std::string_view word,
                 const std::vector<std::string>& names,
                 std::string_view quotation_mark) {
    const std::string nearest = nearest_name(word, names);
    if (nearest.empty()) return "";
    std::string text = "; did you mean ";
    return text.append(quotation_mark).append(nearest).append(quotation_mark) + '?';
}

}  // namespace

std::string name_hint(std::string_view word, const std::vector<std::string>& names) {
    return hint(word, names, "");
}

std::string quoted_name_hint(std::string_view word, const std::vector<std::string>& names) {
    return hint(word, names, "\"");
}

}  // namespace plumbline
