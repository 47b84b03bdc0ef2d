#include "conformance/workflow/body_form.hpp"

#include "spec/base/text.hpp"
#include "spec/http/message.hpp"
#include "spec/json/print.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

Result<void> refused(std::string message, std::string mend) {
    return fail(ErrorCode::kInvalid, std::move(message), {}, {std::move(mend)});
}

bool names_a_boundary(std::string_view content_type) {
    return to_lower(content_type).find("boundary=") != std::string::npos;
}

}  // namespace

BodyForm form_of(std::string_view content_type) {
    const std::string type = http::media_type(content_type);
    if (type == "application/x-www-form-urlencoded") return BodyForm::kUrlencoded;
    if (type == "multipart/form-data") return BodyForm::kParts;
    if (type.starts_with("multipart/") || http::is_xml_media_type(type)) return BodyForm::kTextOnly;
    return BodyForm::kJson;
}

std::string content_type_of(const std::string& written, const Operation& operation) {
    if (!written.empty()) return written;
    const auto& declared = operation.body;
    return declared && !declared->content.empty() ? declared->content.front().media_type
                                                  : "application/json";
}

Result<void> check_form(std::string_view content_type, const Json& payload) {
    const BodyForm form = form_of(content_type);
    if (form == BodyForm::kJson) return {};
    if (form == BodyForm::kTextOnly) {
        return refused(
            fmt::format(
                "a payload of type {} cannot be sent as {}", type_name(payload), content_type),
            "write it as text, as it is to be sent");
    }
    if (!payload.is_object()) {
        return refused(
            fmt::format("a payload of type {} is no form ({})", type_name(payload), content_type),
            "give an object, each member a field, or write it as text, as it is to be sent");
    }
    if (form == BodyForm::kParts && names_a_boundary(content_type)) {
        return refused(
            fmt::format("{} names a boundary, but the parts are written with one of their own",
                        content_type),
            "leave `boundary=` out, or write the payload as text, as it is to be sent");
    }
    return {};
}

}  // namespace plumbline::workflow
