#include "spec/json/quick_parse.hpp"

#include <nlohmann/json.hpp>
#include <simdjson.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace plumbline {
namespace {

namespace dom = simdjson::dom;

/// Buffers of a thread: most texts are small, and allocating would cost more than reading them.
class QuickReader {
  public:
    /// Returns the library's view of a text, valid until the next call; an error for what is no
    /// JSON, is not UTF-8 or has a number of more than 64 bits.
    simdjson::simdjson_result<dom::element> read(std::string_view text) {
        if (padded_.size() < text.size() + simdjson::SIMDJSON_PADDING)
            padded_.resize(text.size() + simdjson::SIMDJSON_PADDING);
        std::copy(text.begin(), text.end(), padded_.begin());
        std::memset(padded_.data() + text.size(), 0, simdjson::SIMDJSON_PADDING);
        return parser_.parse(padded_.data(), text.size(), false);
    }

  private:
    std::vector<char> padded_;
    dom::parser parser_;
};

/// What a thread keeps buffers for; the library's are some fourteen times as large.
constexpr std::size_t kKeptBytes = std::size_t{64} * 1024U;

/// Builds the value of an element at `place`; false in doubt.
bool build(const dom::element& element, int levels_left, Json& place);

bool build_object(const dom::object& object, int levels_left, Json& place) {
    if (levels_left <= 0) return false;
    place = Json::object();
    auto& members = place.get_ref<Json::object_t&>();
    members.reserve(object.size());
    for (const dom::key_value_pair member : object) {
        const auto added = members.emplace(member.key, nullptr);
        if (!added.second || !build(member.value, levels_left - 1, added.first->second))
            return false;  // a key that is there twice is refused elsewhere, with its place
    }
    return true;
}

bool build_array(const dom::array& array, int levels_left, Json& place) {
    if (levels_left <= 0) return false;
    place = Json::array();
    auto& items = place.get_ref<Json::array_t&>();
    items.reserve(array.size());
    for (const dom::element item : array) {
        if (!build(item, levels_left - 1, items.emplace_back())) return false;
    }
    return true;
}

bool build(const dom::element& element, int levels_left, Json& place) {
    switch (element.type()) {
        case dom::element_type::OBJECT:
            return build_object(element.get_object().value_unsafe(), levels_left, place);
        case dom::element_type::ARRAY:
            return build_array(element.get_array().value_unsafe(), levels_left, place);
        case dom::element_type::STRING:
            place = element.get_string().value_unsafe();
            return true;
        case dom::element_type::INT64: {
            const std::int64_t number = element.get_int64().value_unsafe();
            place = number < 0 ? Json(number) : Json(static_cast<std::uint64_t>(number));
            return true;
        }
        case dom::element_type::UINT64:
            place = element.get_uint64().value_unsafe();
            return true;
        case dom::element_type::DOUBLE: {
            const double number = element.get_double().value_unsafe();
            place = number;
            return number != 0;  // or one that is too small for a double?
        }
        case dom::element_type::BOOL:
            place = element.get_bool().value_unsafe();
            return true;
        case dom::element_type::NULL_VALUE:
            place = nullptr;
            return true;
    }
    return false;
}

}  // namespace

std::optional<Json> quick_parse(std::string_view text, int max_depth) {
    thread_local QuickReader kept;
    std::optional<QuickReader> large;
    QuickReader& reader = text.size() <= kKeptBytes ? kept : large.emplace();
    dom::element root;
    if (reader.read(text).get(root) != simdjson::SUCCESS) return std::nullopt;
    std::optional<Json> value(std::in_place);
    if (!build(root, max_depth, *value)) return std::nullopt;
    return value;
}

}  // namespace plumbline
