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

using Rule = FramingViolation::Rule;

constexpr std::size_t kQuotedBytes = 60;  ///< of what came, in a violation

/// Returns bytes as a text that can be read: in quotes, control characters escaped.
std::string in_quotes(std::string_view bytes) {
    std::string text = "\"";
    for (const char c : with_replacements(bytes.substr(0, kQuotedBytes))) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7F) {
            text += fmt::format("\\x{:02x}", byte);
        } else {
            text += c;
        }
    }
    return text + (bytes.size() > kQuotedBytes ? "...\"" : "\"");
}

bool is_token(std::string_view text) {
    constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
    return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
        const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return is_letter || (c >= '0' && c <= '9') || kMarks.find(c) != std::string_view::npos;
    });
}

/// Fields that say how a message is framed, routed or authenticated may not come behind it.
bool may_trail(std::string_view name) {
    constexpr std::array<std::string_view, 8> kBarred{"transfer-encoding",
                                                      "content-length",
                                                      "content-type",
                                                      "content-encoding",
                                                      "content-range",
                                                      "trailer",
                                                      "host",
                                                      "authorization"};
    return std::find(kBarred.begin(), kBarred.end(), to_lower(name)) == kBarred.end();
}

/// Says whether what stands behind a size is nothing but extensions: `;name` or `;name=value`.
bool is_extension(std::string_view text) {
    return text.empty() || text.front() == ';';
}

}  // namespace

std::string_view to_text(Rule rule) {
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
    PLUMBLINE_CHECK(at_ == bytes_.size(), "pieces are taken before more bytes are fed");
    base_ += bytes_.size();
    bytes_ = bytes;
    at_ = 0;
}

std::optional<Piece> ChunkedReader::next() {
    while (at_ < bytes_.size()) {
        switch (state_) {
            case State::kSize:
                if (!read_plain_size()) read_size();
                break;
            case State::kData:
                return read_data();
            case State::kDataEnd:
                read_data_end();
                break;
            case State::kTrailer:
                read_trailer();
                break;
            case State::kEnded:
                read_after_end();
                break;
            case State::kBroken:
                at_ = bytes_.size();
                break;
        }
    }
    return std::nullopt;
}

/// Reads on in a line; says whether its end has come.
bool ChunkedReader::read_line(Rule rule) {
    if (line_.empty()) line_offset_ = offset();
    const std::size_t end = bytes_.find('\n', at_);
    line_ += bytes_.substr(at_, end - at_);
    at_ = end == std::string_view::npos ? bytes_.size() : end + 1;
    if (line_.size() > kMaxLine) {
        give_up(
            rule, line_offset_, fmt::format("a line of at most {} bytes; it goes on", kMaxLine));
        return false;
    }
    if (end == std::string_view::npos) return false;
    if (!line_.empty() && line_.back() == '\r') {
        line_.pop_back();
        return true;
    }
    violate(rule == Rule::kChunkSize ? Rule::kSizeLineEnd : rule,
            offset() - 1,
            fmt::format("CRLF behind {}; got a bare LF", in_quotes(line_)));
    return true;
}

/// Reads a size line of which nothing is to be said: digits and CRLF, all there. That is every line
/// of most bodies, and a chunk is often no larger than an event.
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
    left_ = size;
    ++chunk_count_;
    begins_ = true;
    state_ = State::kData;
}

void ChunkedReader::read_size() {
    if (!read_line(Rule::kChunkSize)) return;
    const std::string line = std::exchange(line_, {});
    const char* end = line.data() + line.size();
    const auto read = std::from_chars(line.data(), end, left_, 16);
    if (read.ec != std::errc() || line.front() == '-') {
        return give_up(Rule::kChunkSize,
                       line_offset_,
                       "the size of a chunk in hexadecimal digits; got " + in_quotes(line));
    }
    std::string_view rest(read.ptr, static_cast<std::size_t>(end - read.ptr));
    if (!is_extension(rest)) {
        if (!is_extension(trimmed(rest))) {
            return give_up(Rule::kChunkSize,
                           line_offset_,
                           "nothing but extensions behind a size; got " + in_quotes(line));
        }
        violate(Rule::kChunkSize,
                line_offset_ + static_cast<std::uint64_t>(read.ptr - line.data()),
                "no blanks behind a size; got " + in_quotes(line));
    }
    if (left_ == 0) {
        state_ = State::kTrailer;
        return;
    }
    begin_chunk(left_);
}

std::optional<Piece> ChunkedReader::read_data() {
    const auto here = bytes_.size() - at_;
    const std::size_t size = left_ < here ? static_cast<std::size_t>(left_) : here;
    const Piece piece{bytes_.substr(at_, size), offset(), begins_, size == left_};
    begins_ = false;
    at_ += size;
    left_ -= size;
    if (left_ == 0) {
        state_ = State::kDataEnd;
        has_cr_ = false;
    }
    return piece;
}

void ChunkedReader::read_data_end() {
    if (!has_cr_ && bytes_.substr(at_, 2) == "\r\n") {
        at_ += 2;
        state_ = State::kSize;
        return;
    }
    const char byte = bytes_[at_];
    if (byte == '\r' && !has_cr_) {
        has_cr_ = true;
        ++at_;
        return;
    }
    if (byte != '\n') {
        return give_up(Rule::kChunkEnd,
                       offset(),
                       "CRLF behind the data of a chunk; got " + in_quotes(bytes_.substr(at_, 8)));
    }
    if (!has_cr_)
        violate(Rule::kChunkEnd, offset(), "CRLF behind the data of a chunk; got a bare LF");
    ++at_;
    state_ = State::kSize;
}

void ChunkedReader::read_trailer() {
    const std::uint64_t begin = offset();
    if (!read_line(Rule::kTrailer)) {
        trailer_bytes_ += offset() - begin;
        if (trailer_bytes_ > kMaxTrailer && !is_broken())
            give_up(
                Rule::kTrailer, begin, fmt::format("a trailer of at most {} bytes", kMaxTrailer));
        return;
    }
    trailer_bytes_ += offset() - begin;
    const std::string line = std::exchange(line_, {});
    if (line.empty()) {
        state_ = State::kEnded;
        return;
    }
    if (trailer_bytes_ > kMaxTrailer) {
        return give_up(
            Rule::kTrailer, begin, fmt::format("a trailer of at most {} bytes", kMaxTrailer));
    }
    const std::size_t colon = line.find(':');
    const std::string name = line.substr(0, colon);
    if (colon == std::string::npos || !is_token(name)) {
        violate(Rule::kTrailer, line_offset_, "a field or the empty line; got " + in_quotes(line));
    } else if (!may_trail(name)) {
        violate(
            Rule::kTrailer, line_offset_, "no field that is about framing; got " + in_quotes(line));
    }
    trailer_.push_back(line);
}

void ChunkedReader::read_after_end() {
    const bool is_told = !violations_.empty() && violations_.back().rule == Rule::kAfterEnd;
    if (!is_told) {
        violate(Rule::kAfterEnd,
                offset(),
                "nothing behind the end of the body; got " + in_quotes(bytes_.substr(at_)));
    }
    at_ = bytes_.size();
}

void ChunkedReader::finish() {
    switch (state_) {
        case State::kEnded:
        case State::kBroken:
            return;
        case State::kData:
            return violate(Rule::kTruncated,
                           offset(),
                           fmt::format("{} more bytes of a chunk; the connection ended", left_));
        case State::kDataEnd:
            return violate(Rule::kTruncated, offset(), "CRLF behind a chunk; the connection ended");
        case State::kTrailer:
            return violate(
                Rule::kTerminator, offset(), "CRLF behind the last chunk; the connection ended");
        case State::kSize:
            break;
    }
    if (line_.empty()) {
        return violate(Rule::kTerminator,
                       offset(),
                       "a zero chunk at the end; the connection ended without one");
    }
    violate(Rule::kTruncated,
            offset(),
            "the end of a size line; the connection ended behind " + in_quotes(line_));
}

void ChunkedReader::violate(Rule rule, std::uint64_t offset, std::string text) {
    if (violations_.size() < kMaxViolations) violations_.push_back({rule, offset, std::move(text)});
}

void ChunkedReader::give_up(Rule rule, std::uint64_t offset, std::string text) {
    violate(rule, offset, std::move(text));
    state_ = State::kBroken;
}

}  // namespace plumbline::sse
