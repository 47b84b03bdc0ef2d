#include "conformance/streaming/json_text_reader.hpp"

#include <algorithm>

namespace plumbline::streaming {
namespace {

constexpr std::size_t kMaxText = std::size_t{16} * 1024U * 1024U;
constexpr char kRecordSeparator = '\x1e';
constexpr std::string_view kWhiteSpace = " \t\r\n";

}  // namespace

void JsonTextReader::feed(std::string_view bytes) {
    bytes_ = bytes;
    at_ = 0;
}

Result<std::optional<JsonText>> JsonTextReader::next() {
    while (at_ < bytes_.size()) {
        if (open_.empty()) open_offset_ = base_ + at_;
        const std::size_t end = find_end();
        open_ += bytes_.substr(at_, end - at_);
        if (open_.size() > kMaxText)
            return fail(ErrorCode::kLimit,
                        "a text of more than " + std::to_string(kMaxText) + " bytes at offset " +
                            std::to_string(open_offset_));
        at_ = std::min(end + 1, bytes_.size());
        if (end == bytes_.size()) break;
        auto text = take_text();
        has_separator_ = kind_ == JsonSequence::kLines || bytes_[end] == kRecordSeparator;
        if (text) return text;
    }
    base_ += bytes_.size();
    bytes_ = {};
    at_ = 0;
    return std::nullopt;
}

std::size_t JsonTextReader::find_end() {
    if (kind_ == JsonSequence::kLines) return std::min(bytes_.find('\n', at_), bytes_.size());
    std::size_t end = at_;
    while (end < bytes_.size() && !ends_text(bytes_[end])) ++end;
    return end;
}

bool JsonTextReader::ends_text(char byte) {
    if (byte == kRecordSeparator) return true;
    if (is_escaped_) {
        is_escaped_ = false;
    } else if (is_in_string_) {
        is_escaped_ = byte == '\\';
        is_in_string_ = byte != '"';
    } else if (byte == '"') {
        is_in_string_ = true;
    } else if (byte == '{' || byte == '[') {
        ++depth_;
    } else if (byte == '}' || byte == ']') {
        --depth_;
    }
    if (byte == '\n' && has_content_ && depth_ <= 0 && !is_in_string_) return true;
    has_content_ = has_content_ || kWhiteSpace.find(byte) == std::string_view::npos;
    return false;
}

std::optional<JsonText> JsonTextReader::take_text() {
    depth_ = 0;
    is_in_string_ = false;
    is_escaped_ = false;
    has_content_ = false;
    text_.swap(open_);
    open_.clear();
    const std::size_t begin = text_.find_first_not_of(kWhiteSpace);
    if (begin == std::string::npos) return std::nullopt;
    const std::size_t size = text_.find_last_not_of(kWhiteSpace) - begin + 1;
    return JsonText{std::string_view(text_).substr(begin, size),
                    open_offset_ + begin,
                    base_ + at_,
                    has_separator_};
}

std::optional<JsonText> JsonTextReader::finish() {
    return take_text();
}

}  // namespace plumbline::streaming
