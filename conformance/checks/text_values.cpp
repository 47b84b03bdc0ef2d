#include "conformance/checks/text_values.hpp"

#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"
#include "spec/schema/written_numbers.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace plumbline::checks {
namespace {

using TextReading = std::optional<Json> (*)(const std::string& text);

std::optional<Json> as_json(const std::string& text) {
    auto value = parse_foreign_json(text);
    if (!value || value->is_string()) return std::nullopt;
    return *std::move(value);
}

std::optional<Json> as_list_of_text(const std::string& text) {
    return Json::array({text});
}

std::optional<Json> as_list_of_json(const std::string& text) {
    auto value = as_json(text);
    if (!value) return std::nullopt;
    return Json::array({*std::move(value)});
}

constexpr std::array<TextReading, 3> kReadings{as_json, as_list_of_text, as_list_of_json};

/// Where violations are, and whether one of them is about the type.
class ViolationPlaces {
  public:
    explicit ViolationPlaces(const std::vector<Violation>& violations) {
        for (const Violation& one : violations)
            has_wrong_type_[one.instance_pointer] |= one.keyword == "type";
    }

    [[nodiscard]] bool has_any_at(const std::string& place) const {
        return has_wrong_type_.contains(place);
    }
    [[nodiscard]] bool has_any_in(const std::string& place) const {
        const auto below = has_wrong_type_.lower_bound(place + '/');
        return has_any_at(place) ||
               (below != has_wrong_type_.end() && below->first.starts_with(place + '/'));
    }
    [[nodiscard]] bool has_wrong_type_in(const std::string& place) const {
        if (const auto at = has_wrong_type_.find(place); at != has_wrong_type_.end() && at->second)
            return true;
        for (auto below = has_wrong_type_.lower_bound(place + '/');
             below != has_wrong_type_.end() && below->first.starts_with(place + '/');
             ++below) {
            if (below->second) return true;
        }
        return false;
    }
    [[nodiscard]] bool has_any_around(const std::string& place) const {
        for (std::size_t end = place.rfind('/'); end != std::string::npos;
             end = end == 0 ? std::string::npos : place.rfind('/', end - 1)) {
            if (has_any_at(place.substr(0, end))) return true;
        }
        return false;
    }

  private:
    std::map<std::string, bool, std::less<>> has_wrong_type_;
};

/// A text in a value, and its place.
using TextsByPlace = std::map<std::string, std::string>;

void collect_texts(const Json& value, const std::string& place, TextsByPlace& texts) {
    if (value.is_string()) texts.emplace(place, value.get<std::string>());
    for (std::size_t i = 0; value.is_array() && i < value.size(); ++i)
        collect_texts(value[i], place + '/' + std::to_string(i), texts);
    if (!value.is_object()) return;
    for (const auto& [name, part] : value.items())
        collect_texts(part, place + '/' + escape_pointer_token(name), texts);
}

void set_value(Json& root, const std::string& place, Json value) {
    if (const auto pointer = JsonPointer::parse(place))
        (void)set_at(root, *pointer, std::move(value));
}

/// Returns whether a text fits better after it was read as another value.
bool is_better(const std::string& place,
               const ViolationPlaces& before,
               const ViolationPlaces& after) {
    if (before.has_any_at(place))
        return !after.has_any_in(place) ||
               (before.has_wrong_type_in(place) && !after.has_wrong_type_in(place));
    // Something around it does not fit: a branch of anyOf may need another type here.
    return !after.has_any_in(place) && !after.has_any_around(place);
}

/// Reads texts that do not fit as other values, and keeps the values that fit better.
void read_texts(const Schema& schema,
                TextReading reading,
                Json& value,
                std::vector<Violation>& violations) {
    TextsByPlace texts;
    for (const Violation& one : violations) {
        const Json* part = find(value, std::string_view(one.instance_pointer));
        if (part) collect_texts(*part, one.instance_pointer, texts);
    }
    Json changed = value;
    std::erase_if(texts, [&](const auto& text) {
        auto read = reading(text.second);
        if (!read) return true;
        set_value(changed, text.first, *std::move(read));
        return false;
    });
    if (texts.empty()) return;
    const ViolationPlaces before(violations);
    violations = schema.all_violations(changed);
    const ViolationPlaces after(violations);
    bool has_reverted = false;
    for (const auto& [place, text] : texts) {
        if (is_better(place, before, after)) continue;
        set_value(changed, place, text);
        has_reverted = true;
    }
    if (has_reverted) violations = schema.all_violations(changed);
    value = std::move(changed);
}

/// Returns the JSON of a value that was read from texts, with numbers as the texts have them.
std::string json_of_texts(const Json& texts, const Json& value) {
    if (texts.is_string() && !value.is_string()) {
        const auto text = texts.get<std::string>();
        if (as_json(text) == value) return text;
        return value.is_array() && !value.front().is_string() ? '[' + text + ']' : to_text(value);
    }
    if (!value.is_structured()) return to_text(value);
    std::string json;
    for (const auto& [key, part] : value.items()) {
        json += json.empty() ? "" : ",";
        if (value.is_object()) json += to_text(Json(key)) + ':';
        json += json_of_texts(value.is_object() ? texts.at(key) : texts.at(std::stoul(key)), part);
    }
    return value.is_object() ? '{' + json + '}' : '[' + json + ']';
}

/// Splits a header's text at its commas outside of quoted strings; none for an empty text.
std::vector<std::string> list_parts(std::string_view text) {
    std::vector<std::string> parts;
    bool is_quoted = false;
    std::size_t start = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (is_quoted && text[at] == '\\') {
            ++at;
        } else if (text[at] == '"') {
            is_quoted = !is_quoted;
        } else if (text[at] == ',' && !is_quoted) {
            parts.emplace_back(trimmed(text.substr(start, at - start)));
            start = at + 1;
        }
    }
    if (!parts.empty() || !trimmed(text).empty()) parts.emplace_back(trimmed(text.substr(start)));
    return parts;
}

Result<Json> object_of(const std::vector<std::string>& parts, bool is_exploded) {
    Json object = Json::object();
    if (!is_exploded && parts.size() % 2 != 0)
        return fail(ErrorCode::kSyntax, "expected names and values in turn, as in a,1,b,2");
    for (std::size_t i = 0; !is_exploded && i < parts.size(); i += 2)
        object[parts[i]] = parts[i + 1];
    for (std::size_t i = 0; is_exploded && i < parts.size(); ++i) {
        const std::size_t equals = parts[i].find('=');
        if (equals == std::string::npos)
            return fail(ErrorCode::kSyntax, "expected names with values, as in a=1,b=2");
        object[parts[i].substr(0, equals)] = parts[i].substr(equals + 1);
    }
    return object;
}

}  // namespace

SchemaJudgement judge_texts(const Schema& schema, Json& value) {
    const Json texts = value;
    auto violations = schema.all_violations(value);
    for (const TextReading reading : kReadings) {
        if (violations.empty()) break;
        read_texts(schema, reading, value, violations);
    }
    const std::string written = json_of_texts(texts, value);
    WrittenNumbers numbers(written, value);
    return schema.judge(value, &numbers);
}

Result<Json> read_header(const DeclaredHeader& header, const http::Headers& headers) {
    using HeaderValueType = DeclaredHeader::HeaderValueType;
    // RFC 6265, section 3: cookies are not combined.
    const std::string* cookie = headers.find("Set-Cookie");
    const bool is_cookie = cookie && equals_ignoring_case(header.name, "Set-Cookie");
    const std::string text = is_cookie ? *cookie : headers.joined(header.name);
    switch (header.value_type) {
        case HeaderValueType::kScalar:
            return Json(text);
        case HeaderValueType::kJson:
            return parse_json(text);
        case HeaderValueType::kList:
            return Json(list_parts(text));
        case HeaderValueType::kObject:
            return object_of(list_parts(text), header.explode);
    }
    return Json(text);
}

}  // namespace plumbline::checks
