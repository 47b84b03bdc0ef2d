#pragma once
// What the engine returns and the transport writes: JSON, `detail` errors, lists of problems,
// streams.

#include "mock_server/response/response_stream.hpp"
#include "spec/base/result.hpp"
#include "spec/http/message.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace plumbline::mock {

/// A response: with a JSON body, with a stream, or with neither (204).
struct EngineResponse {
    int status = 204;
    http::Headers headers{};
    std::shared_ptr<const std::string> body{};  ///< JSON text shared with the store, never copied
    /// Produces the body incrementally. For a HEAD request only the head is sent.
    std::shared_ptr<ResponseStream> stream{};
    /// Of a fault: the bytes of a message with a JSON body, in place of the right ones.
    /// {status_line} and {fields} are these lines with their ends, without the fields about
    /// framing; {size} and {hex} the size of {body}. "" for the right bytes.
    std::string raw{};
};

/// A value, or the response that ends the request.
template <typename T>
using ValueOrResponse = tl::expected<T, EngineResponse>;

/// A problem of a request. Source: description, "Supporting objects", ValidationError.
struct RequestProblem {
    std::vector<std::variant<std::string, std::int64_t>> loc;
    std::string msg;
    std::string type;

    bool operator==(const RequestProblem&) const = default;
};

/// Returns a problem whose `loc` is `location` followed by the keys and indices of a pointer into
/// the request's `body`.
[[nodiscard]] RequestProblem problem_at(std::string_view location,
                                        std::string_view pointer,
                                        const Json& body,
                                        std::string msg,
                                        std::string type);

[[nodiscard]] EngineResponse json_response(int status, const Json& body);
/// Returns `{"detail": text}`.
[[nodiscard]] EngineResponse detail_response(int status, std::string_view text);
/// Returns an HTTPValidationError with all problems.
[[nodiscard]] EngineResponse problems_response(int status,
                                               const std::vector<RequestProblem>& problems);

}  // namespace plumbline::mock
