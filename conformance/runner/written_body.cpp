#include "conformance/runner/written_body.hpp"

#include "conformance/runner/encoded_fields.hpp"
#include "conformance/workflow/body_form.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {

using workflow::BodyForm;

Result<WrittenBody> written_body(const workflow::Body& body,
                                 const Operation& operation,
                                 const Json& payload) {
    std::string type = workflow::content_type_of(body.content_type, operation);
    const BodyForm form = workflow::form_of(type);
    if (payload.is_string() && (body.is_text || form != BodyForm::kJson))
        return WrittenBody{std::move(type), payload.get<std::string>()};
    if (auto fits = workflow::check_form(type, payload); !fits) {
        Error error = std::move(fits).error();
        error.where = body.where;
        return fail(std::move(error));
    }
    if (form == BodyForm::kUrlencoded)
        return WrittenBody{std::move(type), encoded_form(payload, body.encodings)};
    if (form == BodyForm::kParts) {
        http::Multipart parts = http::to_multipart(encoded_parts(payload, body.encodings));
        return WrittenBody{std::move(type) + "; boundary=" + parts.boundary, std::move(parts.body)};
    }
    return WrittenBody{std::move(type), to_text(payload)};
}

}  // namespace plumbline::runner
