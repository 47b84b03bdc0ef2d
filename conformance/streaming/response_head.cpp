#include "conformance/streaming/response_head.hpp"

#include "spec/base/text.hpp"
#include "spec/http/media_type.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace plumbline::streaming {
namespace {

constexpr std::size_t kShownLine = 120;

std::string_view without_end(std::string_view line) {
    if (!line.empty() && line.back() == '\n') line.remove_suffix(1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
}

bool ends_in_crlf(std::string_view line) {
    return line.size() >= 2 && line.substr(line.size() - 2) == "\r\n";
}

/// `HTTP/1.1 200`, a blank and a reason, which may be empty; many servers also omit the blank.
bool is_status_line(std::string_view line) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    return line.size() >= 12 && line.substr(0, 5) == "HTTP/" && is_digit(line[5]) &&
           line[6] == '.' && is_digit(line[7]) && line[8] == ' ' &&
           std::all_of(line.begin() + 9, line.begin() + 12, is_digit) &&
           (line.size() == 12 || line[12] == ' ');
}

std::vector<std::string> values_of(const http::Headers& headers, std::string_view name) {
    std::vector<std::string> values;
    for (const auto& [field, value] : headers.all()) {
        if (equals_ignoring_case(field, name)) values.push_back(value);
    }
    return values;
}

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

bool is_field_line(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0) return false;
    const std::string_view name = line.substr(0, colon);
    return std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return c > 0x20 && c < 0x7F &&
               std::string_view("\"(),/:;<=>?@[\\]{}").find(static_cast<char>(c)) ==
                   std::string_view::npos;
    });
}

void ResponseHead::take_line(std::string_view line) {
    const std::string_view text = without_end(line);
    const bool begins = lines_.empty() || is_complete_;
    if (begins) {
        lines_.clear();
        headers_ = {};
        is_complete_ = false;
        status_ = 0;
        if (const std::size_t blank = text.find(' '); blank != std::string_view::npos)
            std::from_chars(text.data() + blank + 1, text.data() + text.size(), status_);
    } else if (!text.empty()) {
        const std::size_t colon = std::min(text.find(':'), text.size());
        headers_.add(std::string(text.substr(0, colon)),
                     std::string(trimmed(text.substr(std::min(colon + 1, text.size())))));
    }
    lines_.emplace_back(line);
    is_complete_ = !begins && text.empty() && status_ >= 200;
    if (text.empty() && status_ < 200) lines_.clear();  // the final head is still to come
}

bool ResponseHead::is_stream() const {
    return is_complete_ && http::is_success(status_) && http::is_sequence_media_type(media_type());
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

bool ResponseHead::is_chunked() const {
    const auto codings = values_of(headers_, "Transfer-Encoding");
    return !codings.empty() &&
           equals_ignoring_case(trimmed(split(codings.back(), ',').back()), "chunked");
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
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const std::string_view text = without_end(lines_[i]);
        const bool is_last = text.empty();
        const bool is_valid = i == 0 ? is_status_line(text) : is_last || is_field_line(text);
        const std::string shown = fmt::format("\"{}\"", text.substr(0, kShownLine));
        if (!is_valid) findings.add(StreamRuleId::kHeadSyntax, {.got = "the line " + shown});
        if (!ends_in_crlf(lines_[i]))
            findings.add(StreamRuleId::kHeadSyntax,
                         {.got = shown, .expected = "CRLF at the end of each line of the head"});
    }
    const std::string_view version = std::string_view(lines_.front()).substr(0, 8);
    const bool has_coding = headers_.has("Transfer-Encoding");
    if (version != "HTTP/1.1")
        findings.add(has_coding ? StreamRuleId::kVersionOfCoding : StreamRuleId::kVersion,
                     {.got = std::string(version)});
}

void ResponseHead::check_type(FindingCollector& findings) const {
    const auto types = values_of(headers_, "Content-Type");
    const std::string charset = types.empty() ? "" : parameter_of(types.front(), "charset");
    const bool is_utf8 = charset.empty() || charset == "utf-8" || charset == "utf8";
    if (types.size() != 1 || !is_utf8)
        findings.add(StreamRuleId::kContentType, {.got = "Content-Type " + join(types, " and ")});
    const std::string coding = content_coding();
    if (!coding.empty())
        findings.add(StreamRuleId::kContentCoding, {.got = "Content-Encoding " + coding});
}

void ResponseHead::check_framing(FindingCollector& findings) const {
    const auto codings = values_of(headers_, "Transfer-Encoding");
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
