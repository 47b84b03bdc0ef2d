#include "spec/sse/decoder.hpp"

#include "spec/base/text.hpp"
#include "spec/sse/utf8_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace plumbline::sse {
namespace {

using WarningType = StreamWarning::StreamWarningType;

constexpr std::size_t kShownBytes = 80;  ///< of a line in a warning

/// Returns the value after the field's name and a colon, without one leading space; nothing for
/// another field. The length of the name is a constant for the compiler, which saves a call for
/// each line.
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
    return !text.empty() && std::all_of(text.begin(), text.end(), is_ascii_digit);
}

}  // namespace

std::string_view to_text(WarningType type) {
    constexpr std::string_view kNames[] = {"bom",
                                           "bad_utf8",
                                           "unknown_field",
                                           "bad_id",
                                           "bad_retry",
                                           "second_data",
                                           "no_data",
                                           "extra_blank",
                                           "unfinished"};
    return kNames[static_cast<std::size_t>(type)];
}

Decoder::Decoder(DecoderOptions options)
    : options_(std::move(options)), lines_(options_.max_line) {}

void Decoder::feed(std::string_view bytes) {
    const bool had_bom = lines_.has_bom();
    lines_.feed(bytes);
    is_ascii_piece_ = options_.checks_utf8 && is_ascii(bytes);
    if (lines_.has_bom() && !had_bom) add_warning(WarningType::kBom, 0);
}

tl::unexpected<Error> Decoder::too_large() const {
    if (lines_.is_too_long()) {
        return fail(ErrorCode::kLimit,
                    fmt::format("a line is longer than {} bytes (before offset {})",
                                lines_.max_line(),
                                lines_.bytes_fed()));
    }
    return fail(ErrorCode::kLimit,
                fmt::format("an event has more than {} bytes of data (offset {})",
                            options_.max_event,
                            block_offset_));
}

void Decoder::finish() {
    if (const auto open = unfinished()) add_warning(WarningType::kUnfinished, *open);
    reset_event();
}

void Decoder::process_line(const Line& line) {
    if (!has_lines_) block_offset_ = line.offset;
    has_lines_ = true;
    if (options_.on_warning) check_utf8(line);
    if (const auto data = value_of(line.text, "data")) {
        process_data(line, *data);
    } else if (const auto type = value_of(line.text, "event")) {
        process_type(line, *type);
    } else {
        process_other(line);
    }
}

void Decoder::process_other(const Line& line) {
    if (line.text.front() == ':') {
        ++comment_count_;
        return;
    }
    ++field_count_;
    if (const auto id = value_of(line.text, "id")) {
        process_id(line, *id);
    } else if (const auto retry = value_of(line.text, "retry")) {
        process_retry(line, *retry);
    } else {
        add_warning(WarningType::kUnknownField, line.offset, line.text);
    }
}

void Decoder::process_data(const Line& line, std::string_view value) {
    ++field_count_;
    ++data_line_count_;
    if (data_line_count_ == 1 && !line.is_buffered) {
        data_ = value;
        return;
    }
    if (data_line_count_ == 1) owned_data_.clear();
    if (data_line_count_ > 1 && !owns_data_) owned_data_ = data_;
    if (data_line_count_ > 1) owned_data_ += '\n';
    owned_data_ += value;
    data_ = owned_data_;
    owns_data_ = true;
    if (data_line_count_ == 2) add_warning(WarningType::kSecondData, line.offset, line.text);
}

void Decoder::process_type(const Line& line, std::string_view value) {
    ++field_count_;
    owns_type_ = line.is_buffered;
    if (line.is_buffered) owned_type_ = value;
    type_ = line.is_buffered ? std::string_view(owned_type_) : value;
}

void Decoder::process_id(const Line& line, std::string_view value) {
    if (value.find('\0') != std::string_view::npos) {
        add_warning(WarningType::kBadId, line.offset, line.text);
        return;
    }
    std::string buffer;
    id_ = replace_invalid(value, line.is_buffered, buffer);
    has_id_ = true;
}

void Decoder::process_retry(const Line& line, std::string_view value) {
    std::int64_t milliseconds = 0;
    const auto read = std::from_chars(value.data(), value.data() + value.size(), milliseconds);
    // A number that does not fit is the longest time.
    constexpr std::int64_t kMost =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::hours(24 * 365)).count();
    if (!is_digits(value)) return add_warning(WarningType::kBadRetry, line.offset, line.text);
    if (read.ec != std::errc() || milliseconds > kMost) milliseconds = kMost;
    retry_ = std::chrono::milliseconds(milliseconds);
    has_retry_ = true;
}

bool Decoder::finish_event(const Line& line) {
    if (!has_lines_) {
        add_warning(WarningType::kExtraBlank, line.offset);
        return false;
    }
    if (has_id_) last_id_ = id_;
    if (data_line_count_ == 0) {
        if (field_count_ > 0) add_warning(WarningType::kNoData, block_offset_);
        reset_event();
        return false;
    }
    event_.type = type_.empty() ? kDefaultType : replace_invalid(type_, owns_type_, type_buffer_);
    event_.data = replace_invalid(data_, owns_data_, data_buffer_);
    event_.id = last_id_;
    event_.has_id = has_id_;
    event_.has_type = !type_.empty();
    event_.has_retry = has_retry_;
    event_.offset = block_offset_;
    event_.end = lines_.offset();
    is_dispatched_ = true;
    return true;
}

void Decoder::reset_event() {
    is_dispatched_ = false;
    has_lines_ = false;
    field_count_ = 0;
    data_line_count_ = 0;
    data_ = {};
    type_ = {};
    owns_data_ = false;
    owns_type_ = false;
    has_id_ = false;
    has_retry_ = false;
}

/// Copies what is still needed of the bytes, which become invalid.
void Decoder::copy_borrowed() {
    if (data_line_count_ > 0 && !owns_data_) {
        owned_data_ = data_;
        data_ = owned_data_;
        owns_data_ = true;
    }
    if (!type_.empty() && !owns_type_) {
        owned_type_ = type_;
        type_ = owned_type_;
        owns_type_ = true;
    }
}

std::string_view Decoder::replace_invalid(std::string_view bytes,
                                          bool is_copied,
                                          std::string& buffer) const {
    if (!options_.checks_utf8 || (is_ascii_piece_ && !is_copied)) return bytes;
    if (find_invalid_utf8(bytes) == std::string_view::npos) return bytes;
    buffer = replace_invalid_utf8(bytes);
    return buffer;
}

void Decoder::check_utf8(const Line& line) const {
    if (is_ascii_piece_ && !line.is_buffered) return;
    const std::size_t bad = find_invalid_utf8(line.text);
    if (bad != std::string_view::npos)
        add_warning(WarningType::kBadUtf8, line.offset + bad, line.text);
}

void Decoder::add_warning(WarningType kind, std::uint64_t offset, std::string_view text) const {
    if (options_.on_warning)
        options_.on_warning({kind, offset, replace_invalid_utf8(text.substr(0, kShownBytes))});
}

Result<const Event*> Decoder::next() {
    if (is_dispatched_) reset_event();
    Line line;
    while (lines_.next(line)) {
        if (!line.text.empty()) {
            process_line(line);
            if (data_.size() > options_.max_event) return too_large();
        } else if (finish_event(line)) {
            return &event_;
        }
    }
    if (lines_.is_too_long()) return too_large();
    copy_borrowed();
    return nullptr;
}

}  // namespace plumbline::sse
