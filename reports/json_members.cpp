#include "reports/json_members.hpp"

#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace plumbline::reports {

std::size_t InternedTexts::index_of(const std::string& text) {
    const auto [found, is_new] = indices_.try_emplace(text, texts_.size());
    if (is_new) texts_.push_back(text);
    return found->second;
}

const std::string* InternedTexts::find(std::uint64_t index) const {
    return index < texts_.size() ? &texts_[index] : nullptr;
}

void JsonWriter::optional_texts(std::string_view key, const std::vector<std::string>& texts) {
    if (texts.empty() || key == form_.omitted) return;
    JsonWriter list = child(key);
    list.start_array();
    for (const std::string& text : texts) list.append().write_text(text);
}

JsonWriter::~JsonWriter() {
    if (!is_written_) text_ += "null";
    if (end_ == 0) return;
    if (!is_empty_ && has_lines()) text_ += '\n';
    text_ += end_;
}

void JsonWriter::start(char begin, char end) {
    append_value({&begin, 1});
    end_ = end;
}

void JsonWriter::separate() {
    if (!is_empty_) text_ += ',';
    if (has_lines()) text_ += '\n';
    is_empty_ = false;
}

void JsonWriter::append_value(std::string_view value) {
    text_ += value;
    is_written_ = true;
}

JsonWriter JsonWriter::child(std::string_view key) {
    if (!is_written_) start_object();
    separate();
    append_string(key, text_);
    text_ += ':';
    return {text_, form_, depth_ + 1};
}

JsonWriter JsonWriter::append() {
    separate();
    return {text_, form_, depth_ + 1};
}

void JsonWriter::write_text(const std::string& text) {
    write_value(std::uint64_t{form_.texts->index_of(text)});
}

void JsonWriter::write_value(bool value) {
    append_value(value ? "true" : "false");
}

void JsonWriter::write_value(double value) {
    const bool has_form = std::isfinite(value) && (value > 0 || form_.allows_negative);
    constexpr double kPerUnit = 1000;
    if (has_form && form_.is_rounded) value = std::round(value * kPerUnit) / kPerUnit;
    append_value(fmt::format("{}", has_form ? value : 0.0));
}

void JsonWriter::write_value(std::int64_t value) {
    append_value(fmt::format_int(value).c_str());
}

void JsonWriter::write_value(std::uint64_t value) {
    append_value(fmt::format_int(value).c_str());
}

void JsonWriter::write_value(std::string_view value) {
    is_written_ = true;
    if (value.size() <= form_.max_text) {
        append_string(value, text_);
        return;
    }
    append_string(
        fmt::format("{}... ({} bytes in all)", truncate(value, form_.max_text), value.size()),
        text_);
}

void JsonReader::optional_texts(std::string_view key, std::vector<std::string>& texts) {
    const Json* const found = find(key);
    if (found == nullptr) return;
    JsonReader list = child(*found, key);
    for (std::size_t i = 0; i < list.array_size() && !problem_; ++i)
        list.item(i).read_text(texts.emplace_back());
}

void JsonReader::read_text(std::string& text) {
    std::uint64_t index = 0;
    read_value(index);
    if (problem_) return;
    const std::string* const found = form_.texts->find(index);
    if (found == nullptr) return mismatch("the index of a text in \"texts\"");
    text = *found;
}

void JsonReader::read_value(bool& value) {
    if (!json_.is_boolean()) return mismatch("true or false");
    value = json_.get<bool>();
}

void JsonReader::read_value(double& value) {
    const bool fits = json_.is_number() && (form_.allows_negative || json_.get<double>() >= 0);
    if (!fits) return mismatch(form_.allows_negative ? "a number" : "a number from 0");
    value = json_.get<double>();
}

void JsonReader::read_value(std::uint64_t& value) {
    // A value built in memory contains small numbers as signed integers.
    const bool is_signed = json_.is_number_integer() && !json_.is_number_unsigned();
    const bool fits = is_signed ? json_.get<std::int64_t>() >= 0 : json_.is_number_unsigned();
    if (!fits) return mismatch("an integer from 0");
    value = json_.get<std::uint64_t>();
}

void JsonReader::read_value(std::string& value) {
    if (!json_.is_string()) return mismatch("a string");
    value = json_.get_ref<const std::string&>();
}

bool JsonReader::is_object() const {
    return json_.is_object();
}

bool JsonReader::is_null() const {
    return json_.is_null();
}

std::optional<std::string> JsonReader::text() const {
    return as_string(json_);
}

std::vector<std::string> JsonReader::keys() {
    std::vector<std::string> keys;
    if (!json_.is_object()) mismatch("an object");
    if (problem_) return keys;
    for (const auto& [key, value] : json_.items()) keys.push_back(key);
    return keys;
}

std::size_t JsonReader::array_size() {
    if (!json_.is_array()) mismatch("an array");
    return json_.is_array() ? json_.size() : 0;
}

const Json* JsonReader::find(std::string_view key) {
    if (!json_.is_object()) mismatch("an object");
    if (problem_) return nullptr;
    const auto found = json_.find(std::string(key));
    return found == json_.end() ? nullptr : &*found;
}

const Json* JsonReader::find_required(std::string_view key) {
    const Json* const found = find(key);
    if (found == nullptr) mismatch("a member \"" + std::string(key) + '"');
    return found;
}

JsonReader JsonReader::child(const Json& json, std::string_view key) const {
    return {json, pointer_ + '/' + escape_pointer_token(key), form_, problem_};
}

JsonReader JsonReader::child(std::string_view key) const {
    return child(json_.at(std::string(key)), key);
}

JsonReader JsonReader::item(std::size_t i) const {
    return {json_.at(i), pointer_ + '/' + std::to_string(i), form_, problem_};
}

void JsonReader::mismatch(const Json& found, std::string_view expected) {
    if (!problem_) problem_ = form_.mismatch(found, pointer_, expected);
}

}  // namespace plumbline::reports
