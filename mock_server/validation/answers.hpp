#pragma once
// The answers every stage gives: JSON, `detail` errors, lists of what is wrong.

#include "mock_server/engine/reply.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace plumbline::mock {

/// A value, or the reply that ends the request.
template <typename T>
using Answered = tl::expected<T, Reply>;

/// One thing that is wrong with a request.
/// Source: description, "Supporting objects", ValidationError.
struct Problem {
    std::vector<std::variant<std::string, std::int64_t>> loc;
    std::string msg;
    std::string type;

    bool operator==(const Problem&) const = default;
};

/// Returns `place` followed by the keys and indices of a pointer into the request's `body`.
[[nodiscard]] Problem problem_at(std::string_view place,
                                 std::string_view pointer,
                                 const Json& body,
                                 std::string msg,
                                 std::string type);

[[nodiscard]] Reply json_reply(int status, const Json& body);
/// Returns `{"detail": text}`.
[[nodiscard]] Reply detail_reply(int status, std::string_view text);
/// Returns the HTTPValidationError that holds all problems.
[[nodiscard]] Reply problems_reply(int status, const std::vector<Problem>& problems);
/// Returns the 500 for an Error of our own.
[[nodiscard]] Reply error_reply(const Error& error);

[[nodiscard]] int status_of(const Reply& reply);
[[nodiscard]] http::Headers& headers_of(Reply& reply);

}  // namespace plumbline::mock
