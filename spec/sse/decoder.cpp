#include "spec/sse/decoder.hpp"

#include "spec/sse/utf8_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace plumbline::sse {
namespace {

constexpr std::size_t kShownBytes = 80;  ///< of a line in a remark

/// Returns what stands behind the field's name: a colon, and a space that goes, or nothing. The
/// length of a name is known to the compiler, which spares a call for each line.
template <std::size_t kSize>
std::optional<std::string_view> value_of(std::string_view line, const char (&name)[kSize]) {
    constexpr std::size_t kLength = kSize - 1;
    if (line.size() < kLength || std::memcmp(line.data(), name, kLength) != 0) return std::nullopt;
    line.remove_prefix(kLength);
    if (line.empty()) return line;
    if (line.front() != ':') return std::nullopt;
    line.remove_prefix(line.size() > 1 && line[1] == ' ' ? 2 : 1);
    return line;
}

bool is_digits(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Decoder::Decoder(const DecoderOptions& options) : options_(options), lines_(options.max_line) {}

void Decoder::feed(std::string_view bytes) {
    const bool had_bom = lines_.has_bom();
    lines_.feed(bytes);
    if (lines_.has_bom() && !had_bom) remark(Remark::Kind::kBom, 0);
}

tl::unexpected<Error> Decoder::too_large() const {
    if (lines_.is_too_long()) {
        return fail(ErrorCode::kLimit,
                    fmt::format("a line is longer than {} bytes (before offset {})",
                                lines_.max_line(),
                                lines_.fed()));
    }
    return fail(
        ErrorCode::kLimit,
        fmt::format(
            "an event has more than {} bytes of data (offset {})", options_.max_event, block_));
}

void Decoder::finish() {
    if (const auto open = unfinished()) remark(Remark::Kind::kUnfinished, *open);
    begin_anew();
}

void Decoder::take(const Line& line) {
    if (!is_open_) block_ = line.offset;
    is_open_ = true;
    if (options_.remarks) look_at_bytes(line);
    if (const auto data = value_of(line.text, "data")) {
        take_data(line, *data);
    } else if (const auto type = value_of(line.text, "event")) {
        take_type(line, *type);
    } else {
        take_other(line);
    }
}

void Decoder::take_other(const Line& line) {
    if (line.text.front() == ':') {
        ++comment_count_;
        return;
    }
    ++fields_;
    if (const auto id = value_of(line.text, "id")) {
        take_id(line, *id);
    } else if (const auto retry = value_of(line.text, "retry")) {
        take_retry(line, *retry);
    } else {
        remark(Remark::Kind::kUnknownField, line.offset, line.text);
    }
}

void Decoder::take_data(const Line& line, std::string_view value) {
    ++fields_;
    ++data_lines_;
    data_is_ascii_ = line.is_ascii && (data_is_ascii_ || data_lines_ == 1);
    if (data_lines_ == 1 && !line.is_kept) {
        data_ = value;
        return;
    }
    if (data_lines_ == 1) data_kept_.clear();
    if (data_lines_ > 1 && !keeps_data_) data_kept_ = data_;
    if (data_lines_ > 1) data_kept_ += '\n';
    data_kept_ += value;
    data_ = data_kept_;
    keeps_data_ = true;
    if (data_lines_ == 2) remark(Remark::Kind::kSecondData, line.offset, line.text);
}

void Decoder::take_type(const Line& line, std::string_view value) {
    ++fields_;
    type_is_ascii_ = line.is_ascii;
    keeps_type_ = line.is_kept;
    if (line.is_kept) type_kept_ = value;
    type_ = line.is_kept ? std::string_view(type_kept_) : value;
}

void Decoder::take_id(const Line& line, std::string_view value) {
    if (value.find('\0') != std::string_view::npos) {
        remark(Remark::Kind::kBadId, line.offset, line.text);
        return;
    }
    std::string buffer;
    id_ = clean(value, line.is_ascii, buffer);
    has_id_ = true;
}

void Decoder::take_retry(const Line& line, std::string_view value) {
    std::int64_t milliseconds = 0;
    const auto read = std::from_chars(value.data(), value.data() + value.size(), milliseconds);
    // A number that fits nowhere is as far off as can be.
    constexpr std::int64_t kMost =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::hours(24 * 365)).count();
    if (!is_digits(value)) return remark(Remark::Kind::kBadRetry, line.offset, line.text);
    if (read.ec != std::errc() || milliseconds > kMost) milliseconds = kMost;
    retry_ = std::chrono::milliseconds(milliseconds);
}

bool Decoder::closes(const Line& line) {
    if (!is_open_) {
        remark(Remark::Kind::kExtraBlank, line.offset);
        return false;
    }
    if (has_id_) last_id_ = id_;
    if (data_lines_ == 0) {
        if (fields_ > 0) remark(Remark::Kind::kNoData, block_);
        begin_anew();
        return false;
    }
    event_.type = type_.empty() ? kDefaultType : clean(type_, type_is_ascii_, type_clean_);
    event_.data = clean(data_, data_is_ascii_, data_clean_);
    event_.id = last_id_;
    event_.has_id = has_id_;
    event_.offset = block_;
    event_.end = lines_.offset();
    is_dispatched_ = true;
    return true;
}

void Decoder::begin_anew() {
    is_dispatched_ = false;
    is_open_ = false;
    fields_ = 0;
    data_lines_ = 0;
    data_ = {};
    type_ = {};
    keeps_data_ = false;
    keeps_type_ = false;
    has_id_ = false;
}

/// The bytes go away now: what is still needed of them is copied.
void Decoder::keep() {
    if (data_lines_ > 0 && !keeps_data_) {
        data_kept_ = data_;
        data_ = data_kept_;
        keeps_data_ = true;
    }
    if (!type_.empty() && !keeps_type_) {
        type_kept_ = type_;
        type_ = type_kept_;
        keeps_type_ = true;
    }
}

std::string_view Decoder::clean(std::string_view bytes, bool is_ascii, std::string& buffer) const {
    if (is_ascii || !options_.checks_utf8) return bytes;
    if (find_bad_utf8(bytes) == std::string_view::npos) return bytes;
    buffer = with_replacements(bytes);
    return buffer;
}

void Decoder::look_at_bytes(const Line& line) {
    if (line.is_ascii) return;
    const std::size_t bad = find_bad_utf8(line.text);
    if (bad != std::string_view::npos) remark(Remark::Kind::kBadUtf8, line.offset + bad, line.text);
}

void Decoder::remark(Remark::Kind kind, std::uint64_t offset, std::string_view text) {
    if (!options_.remarks) return;
    ++remark_count_;
    if (remarks_.size() >= options_.max_remarks) return;
    remarks_.push_back({kind, offset, with_replacements(text.substr(0, kShownBytes))});
}

Result<const Event*> Decoder::next() {
    if (is_dispatched_) begin_anew();
    Line line;
    while (lines_.next(line)) {
        if (!line.text.empty()) {
            take(line);
            if (data_.size() > options_.max_event) return too_large();
        } else if (closes(line)) {
            return &event_;
        }
    }
    if (lines_.is_too_long()) return too_large();
    keep();
    return nullptr;
}

}  // namespace plumbline::sse
