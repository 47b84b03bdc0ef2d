#include "spec/json/diff.hpp"

#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <set>

namespace plumbline {
namespace {

/// Two values still to be compared; null stands for "not there".
struct Pair {
    std::string pointer;
    const Json* expected;
    const Json* got;
};

std::string text_of(const Json* value) {
    return value == nullptr ? "" : to_short_text(*value);
}

/// Compares by value. The library's == would call -1 and the largest unsigned equal; an extended
/// double holds every 64-bit integer and every double exactly.
bool same_number(const Json& a, const Json& b) {
    const auto wide = [](const Json& number) {
        if (number.is_number_float()) return static_cast<long double>(number.get<double>());
        if (number.is_number_unsigned())
            return static_cast<long double>(number.get<std::uint64_t>());
        return static_cast<long double>(number.get<std::int64_t>());
    };
    return wide(a) == wide(b);
}

bool same_scalar(const Json& a, const Json& b) {
    if (a.is_number() && b.is_number()) return same_number(a, b);
    return a.type() == b.type() && a == b;
}

const Json* value_of(const Json& object, const std::string& key) {
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

std::vector<Pair> members(const Pair& pair) {
    std::set<std::string> keys;
    for (const auto& item : pair.expected->items()) keys.insert(item.key());
    for (const auto& item : pair.got->items()) keys.insert(item.key());
    std::vector<Pair> pairs;
    pairs.reserve(keys.size());
    for (const std::string& key : keys) {
        pairs.push_back({pair.pointer + '/' + escape_pointer_token(key),
                         value_of(*pair.expected, key),
                         value_of(*pair.got, key)});
    }
    return pairs;
}

std::vector<Pair> items(const Pair& pair) {
    const auto at = [](const Json& array, std::size_t i) {
        return i < array.size() ? &array[i] : nullptr;
    };
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < std::max(pair.expected->size(), pair.got->size()); ++i) {
        pairs.push_back(
            {pair.pointer + '/' + std::to_string(i), at(*pair.expected, i), at(*pair.got, i)});
    }
    return pairs;
}

}  // namespace

std::vector<Difference> diff(const Json& expected, const Json& got, std::size_t max) {
    std::vector<Difference> differences;
    // A list of our own instead of recursion: the depth of the values is not ours to choose.
    std::vector<Pair> open = {{"", &expected, &got}};
    while (!open.empty() && differences.size() < max) {
        const Pair pair = std::move(open.back());
        open.pop_back();
        const bool both = pair.expected != nullptr && pair.got != nullptr;
        if (both && pair.expected->type() == pair.got->type() && pair.got->is_structured()) {
            std::vector<Pair> inner = pair.got->is_object() ? members(pair) : items(pair);
            std::move(inner.rbegin(), inner.rend(), std::back_inserter(open));
        } else if (!both || !same_scalar(*pair.expected, *pair.got)) {
            differences.push_back({pair.pointer, text_of(pair.expected), text_of(pair.got)});
        }
    }
    return differences;
}

}  // namespace plumbline
