#pragma once
// Validates requests: credentials, parameters, bodies.

#include "mock_server/response/engine_response.hpp"
#include "mock_server/store/world.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/http/message.hpp"
#include "spec/http/url.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// The headers that carry credentials. Source: description, "Authentication", control plane.
inline constexpr std::string_view kApiKeyHeader = "X-Api-Key";
inline constexpr std::string_view kTenantHeader = "X-Tenant-Id";

/// Returns the key of a request, from `X-Api-Key` or a bearer token; "" if there is none.
[[nodiscard]] std::string_view api_key_of(const http::Request& request);

/// Returns the id of the authenticated tenant, or the refusal: 401 for a missing or unknown key,
/// 403 for a key that does not belong to the given tenant.
[[nodiscard]] ValueOrResponse<std::string> authenticate(const http::Request& request,
                                                        const std::vector<Identity>& identities,
                                                        bool tenant_id_alone);

/// Returns the whole number that a parameter's text represents: digits, optionally after a minus;
/// no other sign, leading zero, point or blank. Returns nothing for any other text. Validation and
/// use of a parameter share this function.
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view text);

/// Returns every problem of the parameters. Errors: as ApiDocument::schema.
[[nodiscard]] Result<std::vector<RequestProblem>> validate_parameters(
    const Operation& operation,
    const ApiDocument& api,
    const std::map<std::string, std::string>& path_values,
    const http::UrlQuery& query);

/// A parsed body and its problems.
struct ParsedBody {
    /// JSON null if the operation has no request body or an optional one is missing. Not shared, so
    /// it may be modified.
    std::shared_ptr<Json> value;
    std::vector<RequestProblem> problems;
};

/// How faults change the validation of a body; the globs match pointers in it.
struct BodyFaults {
    std::vector<std::string> tolerated_pointers;  ///< violations there are ignored
    std::vector<std::string> refused_nulls;       ///< null is a violation there
};

/// Parses and validates the body; text that is not JSON is refused with 400.
[[nodiscard]] ValueOrResponse<ParsedBody> read_body(const Operation& operation,
                                                    const ApiDocument& api,
                                                    const http::Request& request,
                                                    const BodyFaults& faults = {});

// Requests of a user's document:

/// Returns the refusal of a request without the credentials that the operation requires: any value
/// at a place that a security scheme names is enough.
[[nodiscard]] std::optional<EngineResponse> check_declared_credentials(const Operation& operation,
                                                                       const ApiDocument& api,
                                                                       const http::Request& request,
                                                                       const http::UrlQuery& query);

/// Returns every problem of the parameters: those that are required and missing, and values of path
/// and query that their schemas refuse. Objects, parameters with `content` and styles other than
/// the default ones are not judged.
[[nodiscard]] std::vector<RequestProblem> validate_declared_parameters(
    const Operation& operation,
    const ApiDocument& api,
    const std::map<std::string, std::string>& path_values,
    const http::Request& request,
    const http::UrlQuery& query);

/// Parses and validates the body; refuses text that is not JSON with 400 and a media type that the
/// document does not declare with 415. Bodies of other media types than JSON are not judged; their
/// value is their text.
[[nodiscard]] ValueOrResponse<ParsedBody> read_declared_body(const Operation& operation,
                                                             const ApiDocument& api,
                                                             const http::Request& request);

/// Removes the fields that the operation does not declare; free-form objects are kept. Source:
/// design decision "unknown request fields", assumed.
void remove_unknown_fields(const Operation& operation, Json& body);

}  // namespace plumbline::mock
