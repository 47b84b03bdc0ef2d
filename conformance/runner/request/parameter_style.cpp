#include "conformance/runner/request/parameter_style.hpp"

#include "conformance/expressions/expressions.hpp"
#include "spec/base/text.hpp"
#include "spec/http/url.hpp"
#include "spec/http/urlencoded.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace plumbline::runner {
namespace {

/// The separators of a style.
struct StyleSyntax {
    std::string_view name;
    std::string_view prefix;                ///< before the whole value
    std::string_view separator;             ///< between the parts of an exploded value
    std::string_view unexploded_separator;  ///< between the parts of a value that is not exploded
    bool is_named;                          ///< `name=` precedes the values
};
constexpr std::array<StyleSyntax, 8> kStyles{{{"simple", "", ",", ",", false},
                                              {"label", ".", ".", ",", false},
                                              {"matrix", ";", ";", ",", true},
                                              {"form", "", "&", ",", true},
                                              {"cookie", "", "; ", ",", true},
                                              {"spaceDelimited", "", "&", "%20", true},
                                              {"pipeDelimited", "", "&", "%7C", true},
                                              {"deepObject", "", "&", ",", true}}};

const StyleSyntax& find_style(std::string_view name) {
    const auto* const found =
        std::ranges::find_if(kStyles, [&](const StyleSyntax& style) { return style.name == name; });
    return found == kStyles.end() ? kStyles.front() : *found;
}

const StyleSyntax& style_of(const Parameter& parameter) {
    if (!parameter.style.empty()) return find_style(parameter.style);
    const bool is_form = parameter.location == ParameterLocation::kQuery ||
                         parameter.location == ParameterLocation::kCookie;
    return find_style(is_form ? "form" : "simple");
}

/// Serializes one parameter.
class ParameterWriter {
  public:
    explicit ParameterWriter(const Parameter& parameter)
        : style_(style_of(parameter)),
          is_plain_(parameter.location == ParameterLocation::kHeader || style_.name == "cookie"),
          is_deep_(style_.name == "deepObject"),
          is_exploded_(parameter.explode || is_deep_),
          allows_reserved_(parameter.allow_reserved),
          name_(encoded(parameter.name)) {}

    [[nodiscard]] std::string write(const Json& value) const {
        const std::string first{style_.prefix};
        if (!value.is_structured()) return first + named(text_of(value));
        const auto parts = value.is_array() ? parts_of_list(value) : parts_of_object(value);
        if (!is_exploded_) return first + named(join(parts, style_.unexploded_separator));
        return parts.empty() ? "" : first + join(parts, style_.separator);
    }

  private:
    [[nodiscard]] std::string encoded(const std::string& text) const {
        return is_plain_ ? text : http::percent_encode(text);
    }
    [[nodiscard]] std::string text_of(const Json& value) const {
        const std::string text = plain_text(value);
        return allows_reserved_ ? http::query_encode(text) : encoded(text);
    }
    [[nodiscard]] std::string named(const std::string& text) const {
        // RFC 6570, section 3.2.7: `;name` means that the value is empty.
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
            // Brackets are not allowed in a query (RFC 3986), and some servers refuse them.
            const std::string field =
                is_deep_ ? name_ + "%5B" + encoded(key) + "%5D" : encoded(key);
            if (is_exploded_) parts.push_back(field + '=' + text_of(item));
            if (!is_exploded_) parts.insert(parts.end(), {field, text_of(item)});
        }
        return parts;
    }

    const StyleSyntax& style_;
    bool is_plain_;  ///< not percent-encoded
    bool is_deep_;
    bool is_exploded_;
    bool allows_reserved_;
    std::string name_;
};

/// Serializes a value with a media type: as JSON text, but a text unchanged, as in payloads.
std::string serialize_content(const Parameter& parameter, const Json& value) {
    const std::string text = plain_text(value);
    if (parameter.location == ParameterLocation::kHeader) return text;
    const bool is_named = parameter.location != ParameterLocation::kPath;
    return (is_named ? http::percent_encode(parameter.name) + '=' : "") +
           http::percent_encode(text);
}

}  // namespace

std::string serialize_parameter(const Parameter& parameter, const Json& value) {
    if (!parameter.media_type.empty()) return serialize_content(parameter, value);
    return ParameterWriter(parameter).write(value);
}

}  // namespace plumbline::runner
