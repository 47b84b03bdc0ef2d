#include "conformance/expressions/resolve.hpp"

#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>

namespace plumbline::expressions {
namespace {

// Why there is no value, for the end of the message.
using Reason = std::string;
template <typename T>
using Found = tl::expected<T, Reason>;

tl::unexpected<Reason> missing(std::string why) {
    return tl::unexpected<Reason>(std::move(why));
}

Found<Json> text_of(const std::string* text, std::string_view what) {
    if (text == nullptr) return missing(fmt::format("there is no {}", what));
    return Json(*text);
}

Found<Json> method_of(const http::Request* request) {
    if (request == nullptr) return missing("no request was sent");
    std::string method = request->method;
    std::transform(method.begin(), method.end(), method.begin(), [](unsigned char letter) {
        return static_cast<char>(std::toupper(letter));
    });
    return Json(std::move(method));
}

Found<Json> status_of(const http::Response* response) {
    if (response == nullptr || response->status == 0) return missing("no response has come");
    return Json(response->status);
}

template <typename Message>
Found<Json> header_of(const Message* message, const std::string& name, std::string_view what) {
    if (message == nullptr) return missing(fmt::format("there is no {}", what));
    if (!message->headers.has(name)) {
        return missing(fmt::format("the {} has no header `{}`", what, name));
    }
    return Json(message->headers.joined(name));
}

// Lists a few of the keys that are there: enough to see a misspelling, never a whole body.
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

std::string what_is(const Json& value, std::string_view name) {
    const std::string place{name};
    if (value.is_object()) return fmt::format("{} has no such member; {}", place, keys_of(value));
    if (value.is_array()) {
        return fmt::format("{} is an array of {} items", place, value.size());
    }
    return fmt::format("{} is of type {}", place, type_name(value));
}

Found<const Json*> enter(const Json& value, const Access& access, std::string_view place) {
    const std::string part =
        access.index ? fmt::format("[{}]", *access.index) : fmt::format(".{}", access.name);
    if (access.index) {
        if (value.is_array() && *access.index < value.size()) return &value[*access.index];
    } else if (const Json* found = member(value, access.name)) {
        return found;
    }
    return missing(fmt::format("nothing at `{}`: {}", part, what_is(value, place)));
}

Found<const Json*> enter_pointer(const Json& value,
                                 const JsonPointer& pointer,
                                 std::string_view place) {
    const Json* current = &value;
    JsonPointer walked;
    for (const Name& token : pointer.tokens()) {
        const JsonPointer step({token});
        const Json* next = find(*current, step);
        if (next == nullptr) {
            const std::string at =
                walked.empty() ? std::string{place} : '`' + walked.to_text() + '`';
            return missing(fmt::format(
                "nothing at `{}`: {}", walked.child(token).to_text(), what_is(*current, at)));
        }
        current = next;
        walked = walked.child(token);
    }
    return current;
}

// Walks down a container; where a name may hold dots, the longest that is there wins.
class Walk {
  public:
    Walk(const Path& path, const Json& start, std::string_view noun)
        : path_(path), current_(&start), place_(noun) {}

    Found<const Json*> run() {
        const auto dotted = path_.dotted_name_at();
        while (next_ < path_.accesses.size()) {
            auto entered = next_ == dotted ? enter_dotted() : enter_one();
            if (!entered) return tl::unexpected<Reason>(entered.error());
        }
        return enter_pointer(*current_, path_.pointer, place_);
    }

  private:
    Found<void> enter_one() {
        const Access& access = path_.accesses[next_++];
        auto entered = enter(*current_, access, place_);
        if (!entered) return tl::unexpected<Reason>(entered.error());
        current_ = *entered;
        place_ = access.index ? fmt::format("`[{}]`", *access.index) : '`' + access.name + '`';
        return {};
    }

    Found<void> enter_dotted() {
        std::string name = path_.dotted_name(next_);
        std::size_t taken = 1 + static_cast<std::size_t>(std::count(name.begin(), name.end(), '.'));
        for (; taken > 1; --taken) {
            if (const Json* found = member(*current_, name)) {
                current_ = found;
                place_ = '`' + name + '`';
                next_ += taken;
                return {};
            }
            name.erase(name.rfind('.'));
        }
        return enter_one();
    }

    const Path& path_;
    const Json* current_;
    std::string place_;
    std::size_t next_ = 0;
};

Found<Json> walk(const Path& path, const Json* start, std::string_view noun) {
    if (start == nullptr) return missing(fmt::format("there are no {}", noun));
    auto found = Walk{path, *start, noun}.run();
    if (!found) return tl::unexpected<Reason>(found.error());
    return Json(**found);
}

Found<Json> walk_body(const Path& path, const Json* body, std::string_view noun) {
    if (body == nullptr) return missing(fmt::format("there is no {}", noun));
    return walk(path, body, fmt::format("the {}", noun));
}

Found<Json> parameter_of(const Json* parameters, const char* place, const std::string& name) {
    const Json* group = parameters == nullptr ? nullptr : member(*parameters, place);
    const Json* value = group == nullptr ? nullptr : member(*group, name);
    if (value != nullptr) return Json(*value);
    return missing(fmt::format("the request was given no {} parameter `{}`", place, name));
}

// Header names of events ignore case as those of HTTP do. Source: Arazzo 1.1, `token`.
Found<Json> event_header_of(const Json* header, const std::string& name) {
    if (header == nullptr) return missing("there is no event");
    for (const auto& [key, value] : header->items()) {
        if (equals_ignoring_case(key, name)) return Json(value);
    }
    return missing(fmt::format("the event has no `{}`", name));
}

Found<Json> value_of(const Path& path, const Scope& scope) {
    switch (path.root) {
        case Root::kUrl:
            return text_of(scope.url, "request URL");
        case Root::kMethod:
            return method_of(scope.request);
        case Root::kStatusCode:
            return status_of(scope.response);
        case Root::kSelf:
            return text_of(scope.self, "`$self` in the document");
        case Root::kRequestHeader:
            return header_of(scope.request, path.field, "request");
        case Root::kRequestQuery:
            return parameter_of(scope.request_parameters, "query", path.field);
        case Root::kRequestPath:
            return parameter_of(scope.request_parameters, "path", path.field);
        case Root::kRequestBody:
            return walk_body(path, scope.request_body, "request body");
        case Root::kResponseHeader:
            return header_of(scope.response, path.field, "response");
        case Root::kResponseBody:
            return walk_body(path, scope.response_body, "response body");
        case Root::kMessageHeader:
            return event_header_of(scope.message_header, path.field);
        case Root::kMessagePayload:
            return walk_body(path, scope.message_payload, "event payload");
        case Root::kInputs:
            return walk(path, scope.inputs, "inputs");
        case Root::kOutputs:
            return walk(path, scope.outputs, "outputs");
        case Root::kSteps:
            return walk(path, scope.steps, "steps");
        case Root::kWorkflows:
            return walk(path, scope.workflows, "workflows");
        case Root::kSourceDescriptions:
            return walk(path, scope.source_descriptions, "sourceDescriptions");
        case Root::kComponents:
            return walk(path, scope.components, "components");
    }
    return missing("unknown root");
}

}  // namespace

Result<Json> resolve(const Path& path, const Scope& scope) {
    auto value = value_of(path, scope);
    if (!value) {
        return fail(ErrorCode::kUnresolved,
                    fmt::format("unresolved: {}: {}", path.text, value.error()));
    }
    return *std::move(value);
}

}  // namespace plumbline::expressions
