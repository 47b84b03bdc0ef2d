#include "spec/json/parser/simdjson_parse.hpp"

#include <nlohmann/json.hpp>
#include <simdjson.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace plumbline {
namespace {

namespace dom = simdjson::dom;

/// A thread's buffers: most texts are small, and allocating memory would take longer than parsing
/// them.
class SimdjsonReader {
  public:
    /// Returns the library's view of a text, valid until the next call; an error if it is not JSON,
    /// not UTF-8 or has a number of more than 64 bits.
    simdjson::simdjson_result<dom::element> read(std::string_view text) {
        if (padded_.size() < text.size() + simdjson::SIMDJSON_PADDING)
            padded_.resize(text.size() + simdjson::SIMDJSON_PADDING);
        std::copy(text.begin(), text.end(), padded_.begin());
        std::memset(padded_.data() + text.size(), 0, simdjson::SIMDJSON_PADDING);
        return parser_.parse_into_document(document_, padded_.data(), text.size(), false);
    }

    /// Frees what the view does not need.
    void release_text() {
        padded_ = {};
        parser_ = dom::parser();
    }

  private:
    std::vector<char> padded_;
    dom::parser parser_;
    dom::document document_;
};

/// The longest text for which a thread keeps its buffers; the library's are about fourteen times as
/// large.
constexpr std::size_t kMaxReusedBytes = std::size_t{64} * 1024U;

/// Passes the value of an element to `put`, which constructs it at its destination: constructing it
/// elsewhere and moving it would double the cost. Both return false in doubt.
template <typename Put>
bool build(const dom::element& element, int levels_left, const Put& put);

bool build_object(const dom::object& object, int levels_left, Json& container) {
    if (levels_left <= 0) return false;
    container = Json(Json::value_t::object);
    auto& members = container.get_ref<Json::object_t&>();
    for (const dom::key_value_pair member : object) {
        // The strict parser refuses a duplicate key and reports its position.
        const auto put = [&](auto&& value) {
            return members.emplace(member.key, std::forward<decltype(value)>(value)).second;
        };
        if (!build(member.value, levels_left - 1, put)) return false;
    }
    return true;
}

bool build_array(const dom::array& array, int levels_left, Json& container) {
    if (levels_left <= 0) return false;
    container = Json(Json::value_t::array);
    auto& items = container.get_ref<Json::array_t&>();
    items.reserve(array.size());
    const auto put = [&](auto&& value) {
        items.emplace_back(std::forward<decltype(value)>(value));
        return true;
    };
    for (const dom::element item : array) {
        if (!build(item, levels_left - 1, put)) return false;
    }
    return true;
}

template <typename Put>
bool build(const dom::element& element, int levels_left, const Put& put) {
    switch (element.type()) {
        case dom::element_type::OBJECT: {
            Json container;
            return build_object(element.get_object().value_unsafe(), levels_left, container) &&
                   put(std::move(container));
        }
        case dom::element_type::ARRAY: {
            Json container;
            return build_array(element.get_array().value_unsafe(), levels_left, container) &&
                   put(std::move(container));
        }
        case dom::element_type::STRING:
            return put(element.get_string().value_unsafe());
        case dom::element_type::INT64: {
            const std::int64_t number = element.get_int64().value_unsafe();
            return number < 0 ? put(number) : put(static_cast<std::uint64_t>(number));
        }
        case dom::element_type::UINT64:
            return put(element.get_uint64().value_unsafe());
        case dom::element_type::DOUBLE:
            return put(element.get_double().value_unsafe());
        case dom::element_type::BOOL:
            return put(element.get_bool().value_unsafe());
        case dom::element_type::NULL_VALUE:
            return put(nullptr);
    }
    return false;
}

}  // namespace

std::optional<Json> simdjson_parse(std::string_view text, int max_depth) {
    thread_local SimdjsonReader reused;
    std::optional<SimdjsonReader> large;
    SimdjsonReader& reader = text.size() <= kMaxReusedBytes ? reused : large.emplace();
    dom::element root;
    if (reader.read(text).get(root) != simdjson::SUCCESS) return std::nullopt;
    if (large) large->release_text();
    std::optional<Json> value;
    const auto put = [&](auto&& root_value) {
        value.emplace(std::forward<decltype(root_value)>(root_value));
        return true;
    };
    if (!build(root, max_depth, put)) return std::nullopt;
    return value;
}

}  // namespace plumbline
