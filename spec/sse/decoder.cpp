#include "spec/sse/decoder.hpp"

#include "spec/sse/utf8_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace plumbline::sse {
namespace {

constexpr std::size_t kShownBytes = 80;  ///< of a line in a remark

/// A line cut at its first colon; one space behind it goes.
struct Field {
    std::string_view name;
    std::string_view value;
};

Field field_of(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return {line, {}};
    std::string_view value = line.substr(colon + 1);
    if (!value.empty() && value.front() == ' ') value.remove_prefix(1);
    return {line.substr(0, colon), value};
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

Result<const Event*> Decoder::next() {
    if (is_dispatched_) begin_anew();
    while (true) {
        auto line = lines_.next();
        if (!line) {
            line.error().message += fmt::format(" (offset {})", lines_.fed());
            return fail(std::move(line.error()));
        }
        if (!*line) break;
        if ((*line)->text.empty()) {
            if (closes(**line)) return &event_;
        } else if (auto taken = take(**line); !taken) {
            return fail(std::move(taken.error()));
        }
    }
    keep();
    return nullptr;
}

void Decoder::finish() {
    const auto open = block_ ? block_ : lines_.open_line();
    if (open) remark(Remark::Kind::kUnfinished, *open);
    begin_anew();
}

Result<void> Decoder::take(const Line& line) {
    if (!block_) block_ = line.offset;
    if (options_.remarks) look_at_bytes(line);
    if (line.text.front() == ':') {
        ++comment_count_;
        return {};
    }
    const Field field = field_of(line.text);
    if (field.name == "data") return take_data(line, field.value);
    if (field.name == "event") {
        take_type(line, field.value);
    } else if (field.name == "id") {
        take_id(line, field.value);
    } else if (field.name == "retry") {
        take_retry(line, field.value);
    } else {
        remark(Remark::Kind::kUnknownField, line.offset, line.text);
    }
    ++lines_seen_;
    return {};
}

Result<void> Decoder::take_data(const Line& line, std::string_view value) {
    ++lines_seen_;
    ++data_lines_;
    if (data_lines_ == 1 && !line.is_kept) {
        data_ = value;
    } else {
        if (data_lines_ == 1) data_kept_.clear();
        if (data_lines_ > 1 && !keeps_data_) data_kept_ = data_;
        if (data_lines_ > 1) data_kept_ += '\n';
        data_kept_ += value;
        data_ = data_kept_;
        keeps_data_ = true;
    }
    if (data_lines_ == 2) remark(Remark::Kind::kSecondData, line.offset, line.text);
    if (data_.size() <= options_.max_event) return {};
    return fail(
        ErrorCode::kLimit,
        fmt::format(
            "an event has more than {} bytes of data (offset {})", options_.max_event, *block_));
}

void Decoder::take_type(const Line& line, std::string_view value) {
    if (!line.is_kept) {
        type_ = value;
        return;
    }
    type_kept_ = value;
    type_ = type_kept_;
}

void Decoder::take_id(const Line& line, std::string_view value) {
    if (value.find('\0') != std::string_view::npos) {
        remark(Remark::Kind::kBadId, line.offset, line.text);
        return;
    }
    std::string buffer;
    id_ = clean(value, buffer);
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
    if (!block_) {
        remark(Remark::Kind::kExtraBlank, line.offset);
        return false;
    }
    if (has_id_) last_id_ = id_;
    if (data_lines_ == 0) {
        if (lines_seen_ > 0) remark(Remark::Kind::kNoData, *block_);
        begin_anew();
        return false;
    }
    event_.type = type_.empty() ? kDefaultType : clean(type_, type_clean_);
    event_.data = clean(data_, data_clean_);
    event_.id = last_id_;
    event_.has_id = has_id_;
    event_.offset = *block_;
    event_.end = line.end;
    is_dispatched_ = true;
    return true;
}

void Decoder::begin_anew() {
    is_dispatched_ = false;
    block_.reset();
    data_lines_ = 0;
    lines_seen_ = 0;
    data_ = {};
    type_ = {};
    keeps_data_ = false;
    has_id_ = false;
}

/// The bytes go away now: what is still needed of them is copied.
void Decoder::keep() {
    if (data_lines_ > 0 && !keeps_data_) {
        data_kept_ = data_;
        data_ = data_kept_;
        keeps_data_ = true;
    }
    if (!type_.empty() && type_.data() != type_kept_.data()) {
        type_kept_ = type_;
        type_ = type_kept_;
    }
}

std::string_view Decoder::clean(std::string_view bytes, std::string& buffer) const {
    if (!options_.checks_utf8 || find_bad_utf8(bytes) == std::string_view::npos) return bytes;
    buffer = with_replacements(bytes);
    return buffer;
}

void Decoder::look_at_bytes(const Line& line) {
    const std::size_t bad = find_bad_utf8(line.text);
    if (bad != std::string_view::npos) remark(Remark::Kind::kBadUtf8, line.offset + bad, line.text);
}

void Decoder::remark(Remark::Kind kind, std::uint64_t offset, std::string_view text) {
    if (!options_.remarks) return;
    ++remark_count_;
    if (remarks_.size() >= options_.max_remarks) return;
    remarks_.push_back({kind, offset, with_replacements(text.substr(0, kShownBytes))});
}

}  // namespace plumbline::sse
