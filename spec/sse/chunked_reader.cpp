#include "spec/sse/chunked_reader.hpp"

#include "spec/base/check.hpp"
#include "spec/base/text.hpp"
#include "spec/sse/utf8_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace plumbline::sse {
namespace {

using FramingRule = FramingViolation::FramingRule;

constexpr std::size_t kQuotedBytes = 60;  ///< maximum number of bytes shown in a violation

/// Returns bytes as readable text: in quotes, with control characters escaped.
std::string quoted_bytes(std::string_view bytes) {
    std::string text = "\"";
    for (const char c : replace_invalid_utf8(bytes.substr(0, kQuotedBytes))) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7F) {
            text += fmt::format("\\x{:02x}", byte);
        } else {
            text += c;
        }
    }
    return text + (bytes.size() > kQuotedBytes ? "...\"" : "\"");
}

/// Fields about framing, routing or authentication are not allowed in a trailer.
bool is_allowed_in_trailer(std::string_view name) {
    constexpr std::array<std::string_view, 8> kForbidden{"transfer-encoding",
                                                         "content-length",
                                                         "content-type",
                                                         "content-encoding",
                                                         "content-range",
                                                         "trailer",
                                                         "host",
                                                         "authorization"};
    return std::find(kForbidden.begin(), kForbidden.end(), to_lower(name)) == kForbidden.end();
}

/// Returns whether the text after a size consists only of extensions: `;name` or `;name=value`.
bool is_extension(std::string_view text) {
    return text.empty() || text.front() == ';';
}

}  // namespace

std::string_view to_text(FramingRule rule) {
    constexpr std::array<std::string_view, 7> kNames{"chunk_size",
                                                     "size_line_end",
                                                     "chunk_end",
                                                     "terminator",
                                                     "trailer",
                                                     "after_end",
                                                     "truncated"};
    return kNames[static_cast<std::size_t>(rule)];
}

void ChunkedReader::feed(std::string_view bytes) {
    PLUMBLINE_CHECK(at_ == bytes_.size(), "all slices are read before more bytes are fed");
    base_ += bytes_.size();
    bytes_ = bytes;
    at_ = 0;
}

std::optional<PayloadSlice> ChunkedReader::next() {
    while (at_ < bytes_.size()) {
        switch (state_) {
            case ChunkedState::kSize:
                if (!read_plain_size()) read_size();
                break;
            case ChunkedState::kData:
                return read_data();
            case ChunkedState::kDataEnd:
                read_data_end();
                break;
            case ChunkedState::kTrailer:
                read_trailer();
                break;
            case ChunkedState::kEnded:
                read_after_end();
                break;
            case ChunkedState::kBroken:
                at_ = bytes_.size();
                break;
        }
    }
    return std::nullopt;
}

/// Continues a line; returns whether it is complete.
bool ChunkedReader::read_line(FramingRule rule) {
    if (line_.empty()) line_offset_ = offset();
    const std::size_t end = bytes_.find('\n', at_);
    line_ += bytes_.substr(at_, end - at_);
    at_ = end == std::string_view::npos ? bytes_.size() : end + 1;
    if (line_.size() > kMaxLine) {
        stop_reading(
            rule, line_offset_, fmt::format("a line of at most {} bytes; it is longer", kMaxLine));
        return false;
    }
    if (end == std::string_view::npos) return false;
    if (!line_.empty() && line_.back() == '\r') {
        line_.pop_back();
        return true;
    }
    add_violation(rule == FramingRule::kChunkSize ? FramingRule::kSizeLineEnd : rule,
                  offset() - 1,
                  fmt::format("CRLF after {}; got a bare LF", quoted_bytes(line_)));
    return true;
}

/// Reads a valid size line that is complete and has only digits and CRLF. Most bodies have only
/// such lines, and a chunk is often no larger than an event.
bool ChunkedReader::read_plain_size() {
    if (!line_.empty()) return false;
    constexpr std::size_t kMostDigits = 8;
    std::uint64_t size = 0;
    std::size_t at = at_;
    const std::size_t most = std::min(bytes_.size(), at_ + kMostDigits);
    for (int digit = 0; at < most && (digit = hex_value(bytes_[at])) >= 0; ++at)
        size = size * 16 + static_cast<std::uint64_t>(digit);
    if (size == 0 || bytes_.substr(at, 2) != "\r\n") return false;
    at_ = at + 2;
    begin_chunk(size);
    return true;
}

void ChunkedReader::begin_chunk(std::uint64_t size) {
    remaining_ = size;
    ++chunk_count_;
    at_chunk_start_ = true;
    state_ = ChunkedState::kData;
}

void ChunkedReader::read_size() {
    if (!read_line(FramingRule::kChunkSize)) return;
    const std::string line = std::exchange(line_, {});
    const char* end = line.data() + line.size();
    const auto read = std::from_chars(line.data(), end, remaining_, 16);
    if (read.ec != std::errc() || line.front() == '-') {
        return stop_reading(FramingRule::kChunkSize,
                            line_offset_,
                            "the size of a chunk in hexadecimal digits; got " + quoted_bytes(line));
    }
    std::string_view rest(read.ptr, static_cast<std::size_t>(end - read.ptr));
    if (!is_extension(rest)) {
        if (!is_extension(trimmed(rest))) {
            return stop_reading(FramingRule::kChunkSize,
                                line_offset_,
                                "only extensions after a size; got " + quoted_bytes(line));
        }
        add_violation(FramingRule::kChunkSize,
                      line_offset_ + static_cast<std::uint64_t>(read.ptr - line.data()),
                      "no whitespace after a size; got " + quoted_bytes(line));
    }
    if (remaining_ == 0) {
        state_ = ChunkedState::kTrailer;
        return;
    }
    begin_chunk(remaining_);
}

std::optional<PayloadSlice> ChunkedReader::read_data() {
    const auto available = bytes_.size() - at_;
    const std::size_t size =
        remaining_ < available ? static_cast<std::size_t>(remaining_) : available;
    const PayloadSlice slice{
        bytes_.substr(at_, size), offset(), at_chunk_start_, size == remaining_};
    at_chunk_start_ = false;
    at_ += size;
    remaining_ -= size;
    if (remaining_ == 0) {
        state_ = ChunkedState::kDataEnd;
        has_cr_ = false;
    }
    return slice;
}

void ChunkedReader::read_data_end() {
    if (!has_cr_ && bytes_.substr(at_, 2) == "\r\n") {
        at_ += 2;
        state_ = ChunkedState::kSize;
        return;
    }
    const char byte = bytes_[at_];
    if (byte == '\r' && !has_cr_) {
        has_cr_ = true;
        ++at_;
        return;
    }
    if (byte != '\n') {
        return stop_reading(
            FramingRule::kChunkEnd,
            offset(),
            "CRLF after the data of a chunk; got " + quoted_bytes(bytes_.substr(at_, 8)));
    }
    if (!has_cr_)
        add_violation(
            FramingRule::kChunkEnd, offset(), "CRLF after the data of a chunk; got a bare LF");
    ++at_;
    state_ = ChunkedState::kSize;
}

void ChunkedReader::read_trailer() {
    const std::uint64_t begin = offset();
    const bool is_complete = read_line(FramingRule::kTrailer);
    if (is_broken()) return;
    trailer_bytes_ += offset() - begin;
    if (is_complete && line_.empty()) {
        state_ = ChunkedState::kEnded;
        return;
    }
    if (trailer_bytes_ > kMaxTrailer) {
        return stop_reading(FramingRule::kTrailer,
                            begin,
                            fmt::format("a trailer of at most {} bytes", kMaxTrailer));
    }
    if (!is_complete) return;
    const std::string line = std::exchange(line_, {});
    const std::size_t colon = line.find(':');
    const std::string_view name = std::string_view(line).substr(0, colon);
    if (colon == std::string::npos || !is_token(name)) {
        add_violation(FramingRule::kTrailer,
                      line_offset_,
                      "a field or the empty line; got " + quoted_bytes(line));
    } else if (!is_allowed_in_trailer(name)) {
        add_violation(FramingRule::kTrailer,
                      line_offset_,
                      "no field about framing; got " + quoted_bytes(line));
    }
}

void ChunkedReader::read_after_end() {
    const bool is_reported =
        !violations_.empty() && violations_.back().rule == FramingRule::kAfterEnd;
    if (!is_reported) {
        add_violation(FramingRule::kAfterEnd,
                      offset(),
                      "nothing after the end of the body; got " + quoted_bytes(bytes_.substr(at_)));
    }
    at_ = bytes_.size();
}

void ChunkedReader::finish() {
    switch (state_) {
        case ChunkedState::kEnded:
        case ChunkedState::kBroken:
            return;
        case ChunkedState::kData:
            return add_violation(
                FramingRule::kTruncated,
                offset(),
                fmt::format("{} more bytes of a chunk; the connection ended", remaining_));
        case ChunkedState::kDataEnd:
            return add_violation(
                FramingRule::kTruncated, offset(), "CRLF after a chunk; the connection ended");
        case ChunkedState::kTrailer:
            return add_violation(FramingRule::kTerminator,
                                 offset(),
                                 "CRLF after the last chunk; the connection ended");
        case ChunkedState::kSize:
            break;
    }
    if (line_.empty()) {
        return add_violation(FramingRule::kTerminator,
                             offset(),
                             "a zero chunk at the end; the connection ended without one");
    }
    add_violation(FramingRule::kTruncated,
                  offset(),
                  "the end of a size line; the connection ended after " + quoted_bytes(line_));
}

void ChunkedReader::add_violation(FramingRule rule, std::uint64_t offset, std::string text) {
    if (violations_.size() < kMaxViolations) violations_.push_back({rule, offset, std::move(text)});
}

void ChunkedReader::stop_reading(FramingRule rule, std::uint64_t offset, std::string text) {
    add_violation(rule, offset, std::move(text));
    state_ = ChunkedState::kBroken;
}

}  // namespace plumbline::sse
