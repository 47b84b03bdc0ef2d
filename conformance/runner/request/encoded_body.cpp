#include "conformance/runner/request/encoded_body.hpp"

#include "conformance/runner/request/encoded_fields.hpp"
#include "conformance/workflow/suite.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {

using workflow::BodyFormat;

Result<EncodedBody> encode_body(const workflow::StepBody& body,
                                const Operation& operation,
                                const Json& payload) {
    std::string type = workflow::content_type_of(body.content_type, operation);
    const BodyFormat form = workflow::body_format_of(type);
    if (payload.is_string() && (body.is_text || form != BodyFormat::kJson))
        return EncodedBody{std::move(type), payload.get<std::string>()};
    if (auto is_valid = workflow::check_body_format(type, payload); !is_valid) {
        Error error = std::move(is_valid).error();
        error.where = body.where;
        return fail(std::move(error));
    }
    if (form == BodyFormat::kUrlencoded)
        return EncodedBody{std::move(type), encoded_form(payload, body.encodings)};
    if (form == BodyFormat::kMultipart) {
        http::Multipart parts = http::to_multipart(encoded_parts(payload, body.encodings));
        return EncodedBody{std::move(type) + "; boundary=" + parts.boundary, std::move(parts.body)};
    }
    return EncodedBody{std::move(type), to_text(payload)};
}

}  // namespace plumbline::runner
