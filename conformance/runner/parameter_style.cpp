#include "conformance/runner/parameter_style.hpp"

#include "conformance/expressions/expression.hpp"
#include "spec/base/text.hpp"
#include "spec/http/url.hpp"
#include "spec/http/urlencoded.hpp"

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

/// Writes the parts of one parameter.
class Writer {
  public:
    explicit Writer(const Parameter& parameter)
        : style_(style_of(parameter)),
          is_header_(parameter.place == ParameterPlace::kHeader),
          is_deep_(style_.name == "deepObject"),
          is_exploded_(parameter.explode || is_deep_),
          allows_reserved_(parameter.allow_reserved),
          name_(encoded(parameter.name)) {}

    [[nodiscard]] std::string write(const Json& value) const {
        const std::string first{style_.first};
        if (!value.is_structured()) return first + named(text_of(value));
        const auto parts = value.is_array() ? parts_of_list(value) : parts_of_object(value);
        if (!is_exploded_) return first + named(join(parts, style_.comma));
        return parts.empty() ? "" : first + join(parts, style_.separator);
    }

  private:
    [[nodiscard]] std::string encoded(const std::string& text) const {
        return is_header_ ? text : http::percent_encode(text);
    }
    [[nodiscard]] std::string text_of(const Json& value) const {
        const std::string text = expressions::plain_text(value);
        return allows_reserved_ ? http::query_encode(text) : encoded(text);
    }
    [[nodiscard]] std::string named(const std::string& text) const {
        // RFC 6570, section 3.2.7: `;name` says that the value is empty.
        if (text.empty() && style_.name == "matrix") return name_;
        return style_.is_named ? name_ + '=' + text : text;
    }

    [[nodiscard]] std::vector<std::string> parts_of_list(const Json& list) const {
        std::vector<std::string> parts;
        for (const Json& item : list)
            parts.push_back(is_exploded_ ? named(text_of(item)) : text_of(item));
        return parts;
    }

    [[nodiscard]] std::vector<std::string> parts_of_object(const Json& object) const {
        std::vector<std::string> parts;
        for (const auto& [key, item] : object.items()) {
            const std::string field = is_deep_ ? name_ + '[' + encoded(key) + ']' : encoded(key);
            if (is_exploded_) parts.push_back(field + '=' + text_of(item));
            if (!is_exploded_) parts.insert(parts.end(), {field, text_of(item)});
        }
        return parts;
    }

    const Style& style_;
    bool is_header_;
    bool is_deep_;
    bool is_exploded_;
    bool allows_reserved_;
    std::string name_;
};

/// Writes a value that has a media type: JSON text, but what is text already as it is, as in
/// payloads.
std::string as_content(const Parameter& parameter, const Json& value) {
    const std::string text = expressions::plain_text(value);
    if (parameter.place == ParameterPlace::kHeader) return text;
    const bool is_named = parameter.place != ParameterPlace::kPath;
    return (is_named ? http::percent_encode(parameter.name) + '=' : "") +
           http::percent_encode(text);
}

}  // namespace

std::string styled(const Parameter& parameter, const Json& value) {
    if (!parameter.media_type.empty()) return as_content(parameter, value);
    return Writer(parameter).write(value);
}

}  // namespace plumbline::runner
