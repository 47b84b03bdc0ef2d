#pragma once
// Runtime expressions of OpenAPI: parts of the request and the response of an operation.

#include "spec/base/result.hpp"
#include "spec/http/message.hpp"
#include "spec/http/url.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <string>
#include <string_view>

namespace plumbline::mock {

/// A request that the mock has received and its response, as expressions refer to them. Borrows all
/// of it.
struct AnsweredCall {
    const http::Request& request;
    std::string url;  ///< with the scheme and the host to which it was sent
    const std::map<std::string, std::string>& path_parameters;
    const http::UrlQuery& query;
    const Json* request_body = nullptr;  ///< null if it is no JSON
    int status = 0;
    const http::Headers& response_headers;
    const Json* response_body = nullptr;  ///< null if it is no JSON
};

/// Returns a URL in which the expressions in braces are replaced by their values; an expression
/// alone needs no braces. Source: OpenAPI 3.1, "Runtime Expressions". Errors: kSyntax, kNotFound if
/// the request or the response has no such part; each names the expression.
[[nodiscard]] Result<std::string> evaluate_url(std::string_view text, const AnsweredCall& answered);

}  // namespace plumbline::mock
