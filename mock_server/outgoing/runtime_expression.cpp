#include "mock_server/outgoing/runtime_expression.hpp"

#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>

namespace plumbline::mock {
namespace {

/// Removes a prefix and returns whether `text` has it.
bool take(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

std::optional<std::string> body_value(const Json* body, std::string_view pointer) {
    const Json* value = body ? find(*body, pointer) : nullptr;
    if (!value || value->is_null()) return std::nullopt;
    return plain_text(*value);
}

std::optional<std::string> header_value(const http::Headers& headers, std::string_view name) {
    const std::string* value = headers.find(name);
    return value ? std::optional(*value) : std::nullopt;
}

/// Returns a part of the request, nothing if it has none.
std::optional<std::string> request_value(std::string_view part, const AnsweredCall& answered) {
    if (take(part, "header.")) return header_value(answered.request.headers, part);
    if (take(part, "query.")) {
        for (const auto& [name, value] : answered.query) {
            if (name == part) return value;
        }
        return std::nullopt;
    }
    if (take(part, "path.")) {
        const auto found = answered.path_parameters.find(std::string(part));
        if (found == answered.path_parameters.end()) return std::nullopt;
        return found->second;
    }
    if (part == "body" || take(part, "body#")) {
        return body_value(answered.request_body, part == "body" ? std::string_view() : part);
    }
    return std::nullopt;
}

std::optional<std::string> response_value(std::string_view part, const AnsweredCall& answered) {
    if (take(part, "header.")) return header_value(answered.response_headers, part);
    if (part == "body" || take(part, "body#"))
        return body_value(answered.response_body, part == "body" ? std::string_view() : part);
    return std::nullopt;
}

Result<std::string> evaluate(std::string_view expression, const AnsweredCall& answered) {
    std::string_view rest = expression;
    std::optional<std::string> value;
    if (rest == "$url")
        value = answered.url;
    else if (rest == "$method")
        value = answered.request.method;
    else if (rest == "$statusCode")
        value = std::to_string(answered.status);
    else if (take(rest, "$request."))
        value = request_value(rest, answered);
    else if (take(rest, "$response."))
        value = response_value(rest, answered);
    else
        return fail(ErrorCode::kSyntax,
                    fmt::format("{} is no runtime expression; expected $request.body#/NAME, "
                                "$request.query.NAME or the like",
                                expression));
    if (value) return std::move(*value);
    return fail(ErrorCode::kNotFound, fmt::format("{} has no value", expression));
}

}  // namespace

Result<std::string> evaluate_url(std::string_view text, const AnsweredCall& answered) {
    if (text.starts_with('$')) return evaluate(text, answered);
    std::string url;
    while (!text.empty()) {
        const std::size_t open = text.find("{$");
        url += text.substr(0, open);
        if (open == std::string_view::npos) break;
        const std::size_t close = text.find('}', open);
        if (close == std::string_view::npos)
            return fail(ErrorCode::kSyntax, fmt::format("{} has no closing }}", text));
        const auto value = evaluate(text.substr(open + 1, close - open - 1), answered);
        if (!value) return value;
        url += *value;
        text.remove_prefix(close + 1);
    }
    return url;
}

}  // namespace plumbline::mock
