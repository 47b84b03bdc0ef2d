#include "conformance/streaming/response_head.hpp"

#include "spec/base/text.hpp"
#include "spec/http/media_type.hpp"

#include <algorithm>
#include <utility>

namespace plumbline::streaming {
namespace {

/// Returns the value of a parameter of a media type, without quotes; "" if it has none.
std::string parameter_of(std::string_view type, std::string_view name) {
    const auto parts = split(type, ';');
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const std::size_t equals = parts[i].find('=');
        if (equals == std::string_view::npos) continue;
        if (!equals_ignoring_case(trimmed(parts[i].substr(0, equals)), name)) continue;
        std::string value = to_lower(trimmed(parts[i].substr(equals + 1)));
        value.erase(std::remove(value.begin(), value.end(), '"'), value.end());
        return value;
    }
    return "";
}

/// Returns whether Cache-Control prevents the use of a stored copy without revalidation.
bool prevents_caching(const std::string& control) {
    for (const std::string_view part : split(control, ',')) {
        const std::string word = to_lower(trimmed(part));
        if (word == "no-cache" || word == "no-store" || word == "max-age=0") return true;
    }
    return false;
}

}  // namespace

void ResponseHead::take_line(std::string_view line) {
    const std::string_view text = without_line_end(line);
    const bool begins = is_at_begin();
    if (begins) {
        lines_.clear();
        headers_ = {};
        is_complete_ = false;
        status_ = http::read_status(text);
    } else if (!text.empty()) {
        const std::size_t colon = std::min(text.find(':'), text.size());
        headers_.add(std::string(text.substr(0, colon)),
                     std::string(trimmed(text.substr(std::min(colon + 1, text.size())))));
    }
    lines_.emplace_back(line);
    is_complete_ = !begins && text.empty() && status_ >= 200;
    if (text.empty() && status_ < 200) lines_.clear();  // the final head is still to come
}

std::string ResponseHead::line_problem(std::string_view line) const {
    std::vector<http::MessageViolation> violations;
    http::check_head_line(line, is_at_begin(), violations);
    if (!violations.empty()) return http::to_text(violations.front());
    // Of no other version could the lines after it be read.
    if (is_at_begin() && !line.starts_with("HTTP/1."))
        return http::to_text({"HTTP/1.1", std::string(without_line_end(line))});
    return "";
}

bool ResponseHead::is_stream() const {
    return is_complete_ && http::is_sequence(status_, headers_);
}

std::string ResponseHead::media_type() const {
    const std::string* type = headers_.find("Content-Type");
    return type ? http::media_type(*type) : "";
}

std::optional<std::string> ResponseHead::boundary() const {
    const std::string* type = headers_.find("Content-Type");
    if (media_type() != http::kMultipartMixedType) return std::nullopt;
    const http::ContentType parsed = http::parse_content_type(*type);
    const std::string* boundary = parsed.parameter("boundary");
    return boundary ? *boundary : "";
}

http::BodyFraming ResponseHead::body_framing() const {
    return http::read_body_framing(version(), status_, headers_);
}

bool ResponseHead::is_chunked() const {
    return body_framing().is_chunked;
}

bool ResponseHead::closes_connection() const {
    return http::closes_connection(version(), headers_);
}

std::string_view ResponseHead::version() const {
    return lines_.empty() ? "" : std::string_view(lines_.front()).substr(0, 8);
}

std::string ResponseHead::content_coding() const {
    std::string coding = headers_.joined("Content-Encoding");
    return equals_ignoring_case(coding, "identity") ? "" : coding;
}

void ResponseHead::check(FindingCollector& findings) const {
    for (const char* word : {"no_length", "caching"}) findings.mark_checked(word);
    check_syntax(findings);
    check_type(findings);
    check_framing(findings);
    check_caching(findings);
}

void ResponseHead::check_syntax(FindingCollector& findings) const {
    std::vector<http::MessageViolation> violations;
    for (const std::string& line : lines_)
        http::check_head_line(line, &line == lines_.data(), violations);
    for (http::MessageViolation& violation : violations) {
        findings.add(StreamRuleId::kHeadSyntax,
                     {.got = std::move(violation.got), .expected = std::move(violation.expected)});
    }
    const bool has_coding = headers_.has("Transfer-Encoding");
    if (version() != "HTTP/1.1")
        findings.add(has_coding ? StreamRuleId::kVersionOfCoding : StreamRuleId::kVersion,
                     {.got = std::string(version())});
}

void ResponseHead::check_type(FindingCollector& findings) const {
    const auto types = headers_.values_of("Content-Type");
    const std::string charset = types.empty() ? "" : parameter_of(types.front(), "charset");
    const bool is_utf8 = charset.empty() || charset == "utf-8" || charset == "utf8";
    if (types.size() != 1 || !is_utf8)
        findings.add(StreamRuleId::kContentType, {.got = "Content-Type " + join(types, " and ")});
    const std::string coding = content_coding();
    if (!coding.empty())
        findings.add(StreamRuleId::kContentCoding, {.got = "Content-Encoding " + coding});
}

void ResponseHead::check_framing(FindingCollector& findings) const {
    const auto codings = headers_.values_of("Transfer-Encoding");
    if (const std::string* length = headers_.find("Content-Length"))
        findings.add(codings.empty() ? StreamRuleId::kLength : StreamRuleId::kLengthBesideCoding,
                     {.got = "Content-Length " + *length});
    if (codings.empty()) {
        findings.add(StreamRuleId::kTransfer, {.got = "no Transfer-Encoding"});
    } else if (codings.size() > 1 || !equals_ignoring_case(trimmed(codings.front()), "chunked")) {
        findings.add(StreamRuleId::kTransferCoding,
                     {.got = "Transfer-Encoding " + join(codings, " and ")});
    }
}

void ResponseHead::check_caching(FindingCollector& findings) const {
    const std::string control = headers_.joined("Cache-Control");
    if (prevents_caching(control)) return;
    findings.add(StreamRuleId::kCaching,
                 {.got = control.empty() ? "no Cache-Control" : "Cache-Control " + control,
                  .expected = "Cache-Control with no-cache, no-store or max-age=0"});
}

}  // namespace plumbline::streaming
