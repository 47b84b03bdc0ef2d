#include "conformance/workflow/body_format.hpp"

#include "spec/base/text.hpp"
#include "spec/http/message.hpp"
#include "spec/json/print.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::workflow {
namespace {

Result<void> invalid_payload(std::string message, std::string fix) {
    return fail(ErrorCode::kInvalid, std::move(message), {}, {std::move(fix)});
}

bool has_boundary(std::string_view content_type) {
    return to_lower(content_type).find("boundary=") != std::string::npos;
}

}  // namespace

BodyFormat body_format_of(std::string_view content_type) {
    const std::string type = http::media_type(content_type);
    if (type == "application/x-www-form-urlencoded") return BodyFormat::kUrlencoded;
    if (type == "multipart/form-data") return BodyFormat::kMultipart;
    if (type.starts_with("multipart/") || http::is_xml_media_type(type))
        return BodyFormat::kTextOnly;
    return BodyFormat::kJson;
}

std::string content_type_of(const std::string& written, const Operation& operation) {
    if (!written.empty()) return written;
    constexpr const char* kJson = "application/json";
    const auto& declared = operation.body;
    if (!declared || declared->content.empty()) return kJson;
    const auto& content = declared->content;
    // A range is no type that can be sent.
    const auto first =
        std::ranges::find_if(content, [](const MediaType& one) { return !one.is_range(); });
    if (first != content.end()) return first->key;
    return find_content(content, kJson) ? kJson : content.front().key;
}

Result<void> check_body_format(std::string_view content_type, const Json& payload) {
    const BodyFormat form = body_format_of(content_type);
    if (form == BodyFormat::kJson) return {};
    if (form == BodyFormat::kTextOnly) {
        return invalid_payload(
            fmt::format(
                "a payload of type {} cannot be sent as {}", type_name(payload), content_type),
            "write it as a string, exactly as it is sent");
    }
    if (!payload.is_object()) {
        return invalid_payload(
            fmt::format(
                "a payload of type {} is not a form ({})", type_name(payload), content_type),
            "give an object with one member for each field, or write it as a string, exactly as it "
            "is sent");
    }
    if (form == BodyFormat::kMultipart && has_boundary(content_type)) {
        return invalid_payload(
            fmt::format("{} has a boundary, but the encoder generates one", content_type),
            "remove `boundary=`, or write the payload as a string, exactly as it is sent");
    }
    return {};
}

}  // namespace plumbline::workflow
