#include "conformance/expressions/expression.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <optional>

namespace plumbline::expressions {
namespace {

// The reason why there is no value, for the end of the message.
using UnresolvedReason = std::string;
template <typename T>
using ValueOrReason = tl::expected<T, UnresolvedReason>;

tl::unexpected<UnresolvedReason> missing(std::string why) {
    return tl::unexpected<UnresolvedReason>(std::move(why));
}

ValueOrReason<Json> text_of(const std::string* text, std::string_view what) {
    if (text == nullptr) return missing(fmt::format("there is no {}", what));
    return Json(*text);
}

ValueOrReason<Json> method_of(const http::Request* request) {
    if (request == nullptr) return missing("no request was sent");
    std::string method = request->method;
    std::transform(method.begin(), method.end(), method.begin(), [](unsigned char letter) {
        return static_cast<char>(std::toupper(letter));
    });
    return Json(std::move(method));
}

ValueOrReason<Json> status_of(const http::Response* response) {
    if (response == nullptr || response->status == 0) return missing("no response was received");
    return Json(response->status);
}

template <typename Message>
ValueOrReason<Json> header_of(const Message* message,
                              const std::string& name,
                              std::string_view what) {
    if (message == nullptr) return missing(fmt::format("there is no {}", what));
    if (!message->headers.has(name)) {
        return missing(fmt::format("the {} has no header `{}`", what, name));
    }
    return Json(message->headers.joined(name));
}

// Lists a few of the existing keys: enough to show a misspelling, never a whole body.
std::string keys_of(const Json& object) {
    constexpr std::size_t kShown = 6;
    std::vector<std::string> names;
    for (const auto& [key, value] : object.items()) {
        if (names.size() == kShown) {
            names.emplace_back("...");
            break;
        }
        names.push_back('`' + key.substr(0, 40) + '`');
    }
    return names.empty() ? "it is empty" : "it has " + join(names, ", ");
}

std::string describe_value(const Json& value, std::string_view location) {
    if (value.is_object())
        return fmt::format("{} has no such member; {}", location, keys_of(value));
    if (value.is_array()) return fmt::format("{} is an array of {} items", location, value.size());
    return fmt::format("{} is of type {}", location, type_name(value));
}

ValueOrReason<const Json*> follow_pointer(const Json& value,
                                          const JsonPointer& pointer,
                                          std::string_view location) {
    const Json* current = &value;
    JsonPointer followed;
    for (const std::string& token : pointer.tokens()) {
        const JsonPointer step({token});
        const Json* next = find(*current, step);
        if (next == nullptr) {
            const std::string at =
                followed.empty() ? std::string{location} : '`' + followed.to_text() + '`';
            return missing(fmt::format("nothing at `{}`: {}",
                                       followed.child(token).to_text(),
                                       describe_value(*current, at)));
        }
        current = next;
        followed = followed.child(token);
    }
    return current;
}

// Follows a path into a container. Where a name may contain dots, the longest existing name is
// used.
class PathResolver {
  public:
    PathResolver(const Expression& path, const Json& start, std::string_view noun)
        : path_(path),
          accesses_(&path.accesses),
          pointer_(&path.pointer),
          current_(&start),
          location_(noun) {}

    ValueOrReason<const Json*> run() {
        const auto dotted = path_.dotted_name_index();
        while (next_ < accesses_->size()) {
            const bool may_have_dots = accesses_ == &path_.accesses && next_ == dotted;
            auto entered = !may_have_dots           ? access_next()
                           : path_.readings.empty() ? access_dotted_name()
                                                    : access_longest_reading();
            if (!entered) return tl::unexpected<UnresolvedReason>(entered.error());
        }
        return follow_pointer(*current_, *pointer_, location_);
    }

  private:
    ValueOrReason<void> access_next() {
        const MemberAccess& access = (*accesses_)[next_++];
        return enter(access.name, access.index);
    }

    ValueOrReason<void> enter(const std::string& name, std::optional<std::size_t> index) {
        const std::string part = index ? fmt::format("[{}]", *index) : name;
        const Json* found = nullptr;
        if (!index) {
            found = member(*current_, name);
        } else if (current_->is_array() && *index < current_->size()) {
            found = &(*current_)[*index];
        }
        if (found == nullptr)
            return missing(fmt::format("nothing at `{}{}`: {}",
                                       index ? "" : ".",
                                       part,
                                       describe_value(*current_, location_)));
        current_ = found;
        location_ = '`' + part + '`';
        return {};
    }

    ValueOrReason<void> access_dotted_name() {
        std::string name = path_.dotted_name(next_);
        std::size_t taken = 1 + static_cast<std::size_t>(std::count(name.begin(), name.end(), '.'));
        for (; taken > 1; --taken) {
            if (const Json* found = member(*current_, name)) {
                current_ = found;
                location_ = '`' + name + '`';
                next_ += taken;
                return {};
            }
            name.erase(name.rfind('.'));
        }
        return access_next();
    }

    // Continues after the longest existing name. Of a name that does not exist, the shortest
    // reading is reported.
    ValueOrReason<void> access_longest_reading() {
        const auto exists = [&](const NameReading& one) { return member(*current_, one.name); };
        const auto found = std::find_if(path_.readings.begin(), path_.readings.end(), exists);
        const NameReading& reading = found == path_.readings.end() ? path_.readings.back() : *found;
        accesses_ = &reading.accesses;
        pointer_ = &reading.pointer;
        next_ = 0;
        return enter(reading.name, std::nullopt);
    }

    const Expression& path_;
    const std::vector<MemberAccess>* accesses_;
    const JsonPointer* pointer_;
    const Json* current_;
    std::string location_;
    std::size_t next_ = 0;
};

ValueOrReason<Json> resolve_path(const Expression& path, const Json* start, std::string_view noun) {
    if (start == nullptr) return missing(fmt::format("there are no {}", noun));
    auto found = PathResolver{path, *start, noun}.run();
    if (!found) return tl::unexpected<UnresolvedReason>(found.error());
    return Json(**found);
}

ValueOrReason<Json> resolve_body(const Expression& path, const Json* body, std::string_view noun) {
    if (body == nullptr) return missing(fmt::format("there is no {}", noun));
    return resolve_path(path, body, fmt::format("the {}", noun));
}

/// Returns the pointer for the other form of a list response: an object that has its items at
/// `list_items`, or the bare array. Nothing if the pointer does not lead into the list.
std::optional<JsonPointer> pointer_in_other_form(const JsonPointer& pointer,
                                                 const Json& body,
                                                 const std::string& list_items) {
    const auto items = JsonPointer::parse(list_items);
    if (!items || items->empty() || pointer.empty()) return std::nullopt;
    std::vector<std::string> tokens = pointer.tokens();
    const auto& prefix = items->tokens();
    const bool is_inside = std::ranges::mismatch(prefix, tokens).in1 == prefix.end();
    const bool is_index = !tokens.front().empty() &&
                          tokens.front().find_first_not_of("0123456789") == std::string::npos;
    if (body.is_object() && is_index) {
        tokens.insert(tokens.begin(), prefix.begin(), prefix.end());
    } else if (body.is_array() && is_inside) {
        tokens.erase(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(prefix.size()));
    } else {
        return std::nullopt;
    }
    return JsonPointer(std::move(tokens));
}

ValueOrReason<Json> resolve_response_body(const Expression& path, const Scope& scope) {
    auto found = resolve_body(path, scope.response_body, "response body");
    if (found || !scope.response_body || scope.list_items.empty()) return found;
    auto pointer = pointer_in_other_form(path.pointer, *scope.response_body, scope.list_items);
    if (!pointer) return found;
    Expression other = path;
    other.pointer = std::move(*pointer);
    return resolve_body(other, scope.response_body, "response body");
}

ValueOrReason<Json> parameter_of(const Json* parameters,
                                 const char* location,
                                 const std::string& name) {
    const Json* group = parameters == nullptr ? nullptr : member(*parameters, location);
    const Json* value = group == nullptr ? nullptr : member(*group, name);
    if (value != nullptr) return Json(*value);
    return missing(fmt::format("the request has no {} parameter `{}`", location, name));
}

// Header names of events are case-insensitive, as in HTTP. Source: Arazzo 1.1, `token`.
ValueOrReason<Json> event_header_of(const Json* header, const std::string& name) {
    if (header == nullptr) return missing("there is no event");
    for (const auto& [key, value] : header->items()) {
        if (equals_ignoring_case(key, name)) return Json(value);
    }
    return missing(fmt::format("the event has no `{}`", name));
}

ValueOrReason<Json> value_of(const Expression& path, const Scope& scope) {
    switch (path.root) {
        case ExpressionRoot::kUrl:
            return text_of(scope.url, "request URL");
        case ExpressionRoot::kMethod:
            return method_of(scope.request);
        case ExpressionRoot::kStatusCode:
            return status_of(scope.response);
        case ExpressionRoot::kSelf:
            return text_of(scope.self, "`$self` in the document");
        case ExpressionRoot::kRequestHeader:
            return header_of(scope.request, path.field, "request");
        case ExpressionRoot::kRequestQuery:
            return parameter_of(scope.request_parameters, "query", path.field);
        case ExpressionRoot::kRequestPath:
            return parameter_of(scope.request_parameters, "path", path.field);
        case ExpressionRoot::kRequestBody:
            return resolve_body(path, scope.request_body, "request body");
        case ExpressionRoot::kResponseHeader:
            return header_of(scope.response, path.field, "response");
        case ExpressionRoot::kResponseBody:
            return resolve_response_body(path, scope);
        case ExpressionRoot::kMessageHeader:
            return event_header_of(scope.message_header, path.field);
        case ExpressionRoot::kMessagePayload:
            return resolve_body(path, scope.message_payload, "event payload");
        case ExpressionRoot::kInputs:
            return resolve_path(path, scope.inputs, "inputs");
        case ExpressionRoot::kOutputs:
            return resolve_path(path, scope.outputs, "outputs");
        case ExpressionRoot::kSteps:
            return resolve_path(path, scope.steps, "steps");
        case ExpressionRoot::kWorkflows:
            return resolve_path(path, scope.workflows, "workflows");
        case ExpressionRoot::kSourceDescriptions:
            return resolve_path(path, scope.source_descriptions, "sourceDescriptions");
        case ExpressionRoot::kComponents:
            return resolve_path(path, scope.components, "components");
    }
    return missing("unknown root");
}

}  // namespace

Result<Json> resolve(const Expression& expression, const Scope& scope) {
    auto value = value_of(expression, scope);
    if (!value) {
        return fail(ErrorCode::kUnresolved,
                    fmt::format("unresolved: {}: {}", expression.text, value.error()),
                    expression.where);
    }
    return *std::move(value);
}

}  // namespace plumbline::expressions
