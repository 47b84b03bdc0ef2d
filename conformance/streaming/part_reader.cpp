#include "conformance/streaming/part_reader.hpp"

#include "spec/base/text.hpp"
#include "spec/http/head_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::streaming {
namespace {

constexpr std::size_t kMaxBody = std::size_t{16} * 1024U * 1024U;
constexpr std::size_t kMaxHeaderBytes = std::size_t{64} * 1024U;
/// Of a line outside of the parts: more cannot be a delimiter.
constexpr std::size_t kMaxOuterLine = std::size_t{16} * 1024U;
constexpr std::size_t kMaxBoundary = 70;
constexpr std::size_t kShownText = 80;
constexpr std::string_view kPadding = " \t";
constexpr std::string_view kLineEnd = "\r\n";
constexpr const char* kBareFeed = "a line feed without a carriage return";

std::string_view shortened(std::string_view text) {
    return utf8_prefix(text.substr(0, kShownText));
}

std::string shown(std::string_view text) {
    return fmt::format("\"{}\"", shortened(text));
}

bool is_padding(std::string_view text) {
    return text.find_first_not_of(kPadding) == std::string_view::npos;
}

/// Returns whether a Content-Transfer-Encoding leaves the bytes as they are.
bool is_identity(std::string_view encoding) {
    constexpr std::string_view kNames[] = {"7bit", "8bit", "binary"};
    return std::ranges::any_of(
        kNames, [&](std::string_view name) { return equals_ignoring_case(encoding, name); });
}

}  // namespace

std::string BodyPart::content_type() const {
    const std::string* type = headers.find("Content-Type");
    return type ? *type : "text/plain";
}

std::string BodyPart::unread_reason() const {
    if (!headers.has("Content-Type")) return "no Content-Type";
    const std::string type = http::media_type(content_type());
    if (!http::is_json_media_type(type)) return fmt::format("Content-Type {}", shortened(type));
    const std::string* encoding = headers.find("Content-Transfer-Encoding");
    if (encoding && !is_identity(trimmed(*encoding)))
        return fmt::format("Content-Transfer-Encoding {}", shortened(*encoding));
    const std::string* coding = headers.find("Content-Encoding");
    return coding && !equals_ignoring_case(trimmed(*coding), "identity")
               ? fmt::format("Content-Encoding {}", shortened(*coding))
               : "";
}

std::string PartReader::boundary_problem(std::string_view boundary) {
    constexpr std::string_view kMarks = "'()+_,-./:=? ";
    if (boundary.empty()) return "no boundary";
    if (boundary.size() > kMaxBoundary) return fmt::format("{} characters", boundary.size());
    const bool is_valid = std::ranges::all_of(boundary, [&](char c) {
        return is_ascii_digit(c) || is_ascii_letter(c) || kMarks.find(c) != std::string_view::npos;
    });
    return is_valid && boundary.back() != ' ' ? "" : shown(boundary);
}

void PartReader::feed(std::string_view bytes) {
    bytes_ = bytes;
    at_ = 0;
}

Result<std::optional<BodyPart>> PartReader::next() {
    while (at_ < bytes_.size() && state_ != PartState::kEpilogue) {
        if (text_.size() == line_ && state_ != PartState::kCloseLine) line_offset_ = base_ + at_;
        const std::size_t feed = std::min(bytes_.find('\n', at_), bytes_.size());
        const bool has_end = feed < bytes_.size();
        const std::size_t end = feed + (has_end ? 1 : 0);
        text_ += bytes_.substr(at_, end - at_);
        at_ = end;
        if (auto sized = check_size(); !sized) return fail(sized.error());
        if (auto part = take_line(has_end)) return part;
    }
    base_ += bytes_.size();
    bytes_ = {};
    at_ = 0;
    return std::nullopt;
}

Result<void> PartReader::check_size() const {
    const bool is_header = state_ == PartState::kHeaders;
    const std::size_t size = is_header ? header_bytes_ + text_.size() : text_.size();
    const std::size_t limit = is_header ? kMaxHeaderBytes : kMaxBody;
    const bool is_in_part = is_header || state_ == PartState::kBody;
    if (!is_in_part || size <= limit) return {};
    return fail(ErrorCode::kLimit,
                fmt::format("a part with more than {} bytes of {} at offset {}",
                            limit,
                            is_header ? "headers" : "body",
                            part_offset_));
}

std::optional<BodyPart> PartReader::take_line(bool has_end) {
    const std::string_view line = std::string_view(text_).substr(line_);
    if (state_ == PartState::kCloseLine) {
        take_close_line(has_end);
        return std::nullopt;
    }
    const bool has_boundary = line.starts_with(delimiter_);
    const std::string_view rest = has_boundary ? line.substr(delimiter_.size()) : "";
    // Judged before its end: a server may keep the connection open after it.
    const bool is_close = rest.starts_with("--");
    if (!has_end && !is_close) {
        // The last byte may be the carriage return of the line's end.
        if (state_ == PartState::kPreamble && text_.size() > kMaxOuterLine)
            text_.erase(kMaxOuterLine - 1, text_.size() - kMaxOuterLine);
        return std::nullopt;
    }
    if (has_boundary && (is_close || is_padding(without_line_end(rest))))
        return take_delimiter(is_close, has_end);
    if (has_boundary)
        add_violation(StreamRuleId::kPartDelimiter,
                      "a line that begins with the boundary: " + shown(without_line_end(line)));
    take_other_line();
    return std::nullopt;
}

std::optional<BodyPart> PartReader::take_delimiter(bool is_close, bool has_end) {
    const std::string line = text_.substr(line_);
    if (follows_bare_feed_ || (!is_close && !line.ends_with(kLineEnd)))
        add_violation(StreamRuleId::kPartDelimiter, kBareFeed);
    if (state_ == PartState::kHeaders)
        add_violation(StreamRuleId::kPartHeader, "a delimiter line and no blank line before it");
    std::optional<BodyPart> part;
    if (state_ != PartState::kPreamble) part = end_part();
    begin_part();
    if (!is_close) return part;
    state_ = PartState::kCloseLine;
    text_ = line.substr(delimiter_.size() + 2);
    take_close_line(has_end);
    return part;
}

/// A line of the preamble, of headers, or of a body.
void PartReader::take_other_line() {
    const std::string_view line = std::string_view(text_).substr(line_);
    follows_bare_feed_ = !line.ends_with(kLineEnd);
    if (state_ == PartState::kBody) {
        line_ = text_.size();
        return;
    }
    if (state_ == PartState::kHeaders) take_header_line(line);
    text_.clear();
}

/// After the close delimiter only blanks follow on its line; what follows that line means nothing.
void PartReader::take_close_line(bool has_end) {
    const bool is_valid = text_.find_first_not_of(" \t\r\n") == std::string::npos;
    if (!is_valid)
        add_violation(StreamRuleId::kPartDelimiter,
                      "after the close delimiter: " + shown(without_line_end(text_)));
    if (has_end || !is_valid) state_ = PartState::kEpilogue;
    text_.clear();
}

void PartReader::take_header_line(std::string_view line) {
    header_bytes_ += line.size();
    if (follows_bare_feed_) add_violation(StreamRuleId::kPartHeader, kBareFeed);
    const std::string_view text = without_line_end(line);
    const bool is_folded = !text.empty() && is_padding(text.substr(0, 1));
    if (is_folded && !field_.empty()) {
        field_ += text;
        return;
    }
    take_field();
    if (text.empty()) {
        state_ = PartState::kBody;
    } else if (http::is_field_line(text)) {
        field_ = text;
    } else {
        add_violation(StreamRuleId::kPartHeader, "the line " + shown(text));
    }
}

void PartReader::take_field() {
    if (field_.empty()) return;
    const std::size_t colon = field_.find(':');
    headers_.add(field_.substr(0, colon), std::string(trimmed(field_.substr(colon + 1))));
    field_.clear();
}

void PartReader::begin_part() {
    state_ = PartState::kHeaders;
    text_.clear();
    line_ = 0;
    follows_bare_feed_ = false;
    header_bytes_ = 0;
    part_offset_ = base_ + at_;
    ++part_count_;
}

/// Returns the part that the open line ends. The line end before a delimiter belongs to it.
BodyPart PartReader::end_part() {
    take_field();
    const std::string_view body = without_line_end(std::string_view(text_).substr(0, line_));
    const std::size_t size = state_ == PartState::kBody ? body.size() : 0;
    part_text_.swap(text_);
    return {std::exchange(headers_, {}),
            std::string_view(part_text_).substr(0, size),
            part_offset_,
            base_ + at_};
}

void PartReader::finish() {
    if (state_ == PartState::kCloseLine || state_ == PartState::kEpilogue) return;
    line_offset_ = base_;
    add_violation(StreamRuleId::kPartEnd,
                  part_count_ == 0
                      ? "the end of the body before a delimiter line"
                      : fmt::format("the end of the body within part {}", part_count_));
}

void PartReader::add_violation(StreamRuleId rule, std::string text) {
    violations_.push_back({rule, line_offset_, std::move(text)});
}

}  // namespace plumbline::streaming
