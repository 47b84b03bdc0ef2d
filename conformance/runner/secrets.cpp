#include "conformance/runner/secrets.hpp"

#include "conformance/client/mask.hpp"
#include "conformance/expressions/expression.hpp"
#include "spec/base/text.hpp"
#include "spec/http/urlencoded.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::runner {
namespace {

/// Returns percent-encoded text with the hexadecimal digits in lower case.
std::string with_lower_hex(std::string encoded) {
    for (std::size_t at = encoded.find('%'); at != std::string::npos;
         at = encoded.find('%', at + 1))
        encoded.replace(at + 1, 2, to_lower(encoded.substr(at + 1, 2)));
    return encoded;
}

/// Adds an input as it is sent. A secret of digits is a number by now.
void add_input(const Json& inputs, const std::string& name, std::vector<std::string>& secrets) {
    const Json* value = member(inputs, name);
    if (value && value->is_primitive() && !value->is_null())
        add_secret(expressions::plain_text(*value), secrets);
}

}  // namespace

void add_secret(const std::string& secret, std::vector<std::string>& secrets) {
    if (secret.empty()) return;
    const std::string quoted = to_text(Json(secret));
    const std::string encoded = http::percent_encode(secret);
    const std::string in_json = quoted.substr(1, quoted.size() - 2);
    for (const std::string& form : {secret,
                                    encoded,
                                    with_lower_hex(encoded),
                                    in_json,
                                    http::query_encode(secret),
                                    http::form_encode(secret),
                                    http::form_encode(in_json)}) {
        if (std::find(secrets.begin(), secrets.end(), form) == secrets.end())
            secrets.push_back(form);
    }
}

void add_credentials(const Json& inputs, std::vector<std::string>& secrets) {
    for (const char* name : {"api_key", "other_api_key"}) add_input(inputs, name, secrets);
}

void add_secrets(const workflow::Workflow& workflow,
                 const Json& inputs,
                 std::vector<std::string>& secrets) {
    add_credentials(inputs, secrets);
    for (const workflow::Input& input : workflow.inputs) {
        if (input.secret) add_input(inputs, input.name, secrets);
    }
}

void mask(reports::ScenarioResult& result, const std::vector<std::string>& secrets) {
    const auto clean = [&](std::string& text) { text = client::mask_secrets(text, secrets); };
    clean(result.reason);
    for (reports::StepResult& step : result.steps) {
        for (reports::ExchangeRecord& exchange : step.exchanges) {
            clean(exchange.url);
            clean(exchange.curl);
            clean(exchange.response_excerpt);
        }
        for (reports::Finding& finding : step.findings) {
            clean(finding.expected);
            clean(finding.got);
            clean(finding.note);
        }
    }
}

std::string masked_excerpt(const std::string& body,
                           std::size_t max_bytes,
                           const std::vector<std::string>& secrets) {
    std::size_t longest = 0;
    for (const std::string& secret : secrets) longest = std::max(longest, secret.size());
    // A secret that begins before the cut lies whole in the part that is masked.
    const std::string masked = client::mask_secrets(body.substr(0, max_bytes + longest), secrets);
    std::size_t end = std::min(max_bytes, masked.size());
    while (end > 0 && end < masked.size() &&
           (static_cast<unsigned char>(masked[end]) & 0xC0U) == 0x80U)
        --end;
    return masked.substr(0, end);
}

}  // namespace plumbline::runner
