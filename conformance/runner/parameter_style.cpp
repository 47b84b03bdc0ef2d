#include "conformance/runner/parameter_style.hpp"

#include "conformance/expressions/expression.hpp"
#include "spec/base/text.hpp"
#include "spec/http/url.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace plumbline::runner {
namespace {

/// How a style writes a value.
struct Style {
    std::string_view name;
    std::string_view first;      ///< before everything
    std::string_view separator;  ///< between the parts of an exploded value
    std::string_view comma;      ///< between the parts of one that is not
    bool is_named;               ///< `name=` stands before the values
};
constexpr std::array<Style, 7> kStyles{{{"simple", "", ",", ",", false},
                                        {"label", ".", ".", ",", false},
                                        {"matrix", ";", ";", ",", true},
                                        {"form", "", "&", ",", true},
                                        {"spaceDelimited", "", "&", "%20", true},
                                        {"pipeDelimited", "", "&", "%7C", true},
                                        {"deepObject", "", "&", ",", true}}};

const Style& find_style(std::string_view name) {
    const auto* const found = std::find_if(
        kStyles.begin(), kStyles.end(), [&](const Style& style) { return style.name == name; });
    return found == kStyles.end() ? kStyles.front() : *found;
}

const Style& style_of(const Parameter& parameter) {
    if (!parameter.style.empty()) return find_style(parameter.style);
    const bool is_form =
        parameter.place == ParameterPlace::kQuery || parameter.place == ParameterPlace::kCookie;
    return find_style(is_form ? "form" : "simple");
}

}  // namespace

std::string styled(const Parameter& parameter, const Json& value) {
    const Style& style = style_of(parameter);
    const auto written = [&](const std::string& text) {
        return parameter.place == ParameterPlace::kHeader ? text : http::percent_encode(text);
    };
    const std::string name = written(parameter.name);
    const auto named = [&](const std::string& text) {
        return style.is_named ? name + '=' + text : text;
    };
    const bool is_deep = style.name == "deepObject";
    const bool is_exploded = parameter.explode || is_deep;
    std::vector<std::string> parts;
    if (value.is_array()) {
        for (const Json& item : value) {
            const std::string text = written(expressions::plain_text(item));
            parts.push_back(is_exploded ? named(text) : text);
        }
    } else if (value.is_object()) {
        for (const auto& [key, item] : value.items()) {
            const std::string text = written(expressions::plain_text(item));
            const std::string field = is_deep ? name + '[' + written(key) + ']' : written(key);
            if (is_exploded) parts.push_back(field + '=' + text);
            if (!is_exploded) parts.insert(parts.end(), {field, text});
        }
    } else {
        return std::string(style.first) + named(written(expressions::plain_text(value)));
    }
    if (is_exploded && parts.empty()) return "";
    const std::string joined = join(parts, is_exploded ? style.separator : style.comma);
    return std::string(style.first) + (is_exploded ? joined : named(joined));
}

}  // namespace plumbline::runner
