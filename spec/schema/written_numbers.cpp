#include "spec/schema/written_numbers.hpp"

#include "spec/base/check.hpp"
#include "spec/json/numbers.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <vector>

namespace plumbline {
namespace {

/// Every decimal of so many digits is the shortest notation of its double.
constexpr std::size_t kExactDigits = 15;
/// An exponent beyond this is not counted further.
constexpr std::int64_t kMaxExponent = 1'000'000'000'000'000;

std::int64_t exponent_of(std::string_view text) {
    const bool is_negative = text.starts_with('-');
    if (text.starts_with('+') || is_negative) text.remove_prefix(1);
    std::int64_t value = 0;
    for (const char c : text) value = std::min(value * 10 + (c - '0'), kMaxExponent);
    return is_negative ? -value : value;
}

int sign_of(const WrittenDecimal& number) {
    if (number.digits.empty()) return 0;
    return number.is_negative ? -1 : 1;
}

/// Finds each double in a valid JSON text and calls `visit` with it and its text.
template <typename Visit>
class DoubleScan {
  public:
    DoubleScan(std::string_view text, const Json& root, const Visit& visit)
        : text_(text), root_(root), visit_(visit) {}

    void run() {
        while (at_ < text_.size()) step();
    }

  private:
    /// An array or object of which the scan reads the parts.
    struct OpenPart {
        const Json* value;
        std::size_t index = 0;
        std::string key{};
        bool expects_key = false;
    };

    void step() {
        const std::size_t begin = at_++;
        const char c = text_[begin];
        if (c == '"') return read_text(begin);
        if (c == '-' || (c >= '0' && c <= '9')) return read_number(begin);
        if (c == '{' || c == '[') {
            const Json* part = current();
            open_.push_back({part, 0, {}, c == '{'});
        } else if ((c == '}' || c == ']') && !open_.empty()) {
            open_.pop_back();
        } else if (c == ',' && !open_.empty()) {
            ++open_.back().index;
            open_.back().expects_key = open_.back().value && open_.back().value->is_object();
        }
    }

    void read_text(std::size_t begin) {
        while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
        ++at_;
        if (open_.empty() || !open_.back().expects_key) return;
        open_.back().expects_key = false;
        const auto key = Json::parse(text_.substr(begin, at_ - begin), nullptr, false);
        open_.back().key = key.is_string() ? key.get<std::string>() : "";
    }

    void read_number(std::size_t begin) {
        at_ = std::min(text_.find_first_not_of("0123456789+-.eE", at_), text_.size());
        const Json* number = current();
        if (number && number->is_number_float()) visit_(*number, text_.substr(begin, at_ - begin));
    }

    /// Returns the value that begins here; null if the text is not that of the value.
    [[nodiscard]] const Json* current() const {
        if (open_.empty()) return &root_;
        const OpenPart& part = open_.back();
        if (!part.value) return nullptr;
        if (part.value->is_array())
            return part.index < part.value->size() ? &(*part.value)[part.index] : nullptr;
        if (!part.value->is_object()) return nullptr;
        const auto found = part.value->find(part.key);
        return found == part.value->end() ? nullptr : &*found;
    }

    std::string_view text_;
    const Json& root_;
    const Visit& visit_;
    std::size_t at_ = 0;
    std::vector<OpenPart> open_;
};

/// Returns the order of numbers of a JSON text, which are never unordered.
std::strong_ordering strong_order(std::partial_ordering order) {
    if (order < 0) return std::strong_ordering::less;
    return order > 0 ? std::strong_ordering::greater : std::strong_ordering::equal;
}

/// The order of types is our choice: JSON Schema defines only equality.
int type_rank(const Json& value) {
    switch (value.type()) {
        case Json::value_t::null:
            return 0;
        case Json::value_t::boolean:
            return 1;
        case Json::value_t::number_integer:
        case Json::value_t::number_unsigned:
        case Json::value_t::number_float:
            return 2;
        case Json::value_t::string:
            return 3;
        case Json::value_t::array:
            return 4;
        case Json::value_t::object:
            return 5;
        default:
            return 6;
    }
}

std::strong_ordering compare_lists(const Json& a, const Json& b, WrittenNumbers* numbers) {
    if (a.size() != b.size()) return a.size() <=> b.size();
    return std::lexicographical_compare_three_way(
        a.begin(), a.end(), b.begin(), b.end(), [&](const Json& one, const Json& other) {
            return compare_written(one, other, numbers);
        });
}

std::strong_ordering compare_maps(const Json& a, const Json& b, WrittenNumbers* numbers) {
    if (a.size() != b.size()) return a.size() <=> b.size();
    const auto& x = a.get_ref<const Json::object_t&>();
    const auto& y = b.get_ref<const Json::object_t&>();
    return std::lexicographical_compare_three_way(
        x.begin(), x.end(), y.begin(), y.end(), [&](const auto& one, const auto& other) {
            if (one.first != other.first) return one.first <=> other.first;
            return compare_written(one.second, other.second, numbers);
        });
}

__extension__ using Wide = unsigned __int128;

std::uint64_t times_power_of_ten(std::uint64_t value, std::int64_t power, std::uint64_t modulus) {
    Wide result = value % modulus;
    for (Wide base = 10 % modulus; power > 0; power /= 2) {
        if (power % 2 != 0) result = result * base % modulus;
        base = base * base % modulus;
    }
    return static_cast<std::uint64_t>(result);
}

}  // namespace

WrittenDecimal written_decimal(std::string_view number) {
    WrittenDecimal decimal;
    decimal.is_negative = number.starts_with('-');
    const std::size_t end = std::min(number.find_first_of("eE"), number.size());
    if (end < number.size()) decimal.exponent = exponent_of(number.substr(end + 1));
    bool is_fraction = false;
    for (const char c : number.substr(0, end)) {
        if (c == '.') is_fraction = true;
        if (c < '0' || c > '9') continue;
        if (!decimal.digits.empty() || c != '0') decimal.digits += c;
        if (is_fraction) --decimal.exponent;
    }
    for (; decimal.digits.ends_with('0'); decimal.digits.pop_back()) ++decimal.exponent;
    return decimal.digits.empty() ? WrittenDecimal{} : decimal;
}

WrittenDecimal shortest_decimal(const Json& number) {
    if (number.is_number_unsigned())
        return written_decimal(std::to_string(number.get<std::uint64_t>()));
    if (number.is_number_integer())
        return written_decimal(std::to_string(number.get<std::int64_t>()));
    char text[40];
    const auto end =
        std::to_chars(
            std::begin(text), std::end(text), number.get<double>(), std::chars_format::scientific)
            .ptr;
    return written_decimal(std::string_view(text, static_cast<std::size_t>(end - text)));
}

std::strong_ordering compare_decimals(const WrittenDecimal& a, const WrittenDecimal& b) {
    if (sign_of(a) != sign_of(b)) return sign_of(a) <=> sign_of(b);
    if (a.digits.empty()) return std::strong_ordering::equal;
    const auto magnitude = [](const WrittenDecimal& one) {
        return one.exponent + static_cast<std::int64_t>(one.digits.size());
    };
    auto order = magnitude(a) <=> magnitude(b);
    if (order == 0) order = a.digits <=> b.digits;
    return a.is_negative ? 0 <=> order : order;
}

const WrittenDecimal* WrittenNumbers::find(const Json& number) {
    if (!number.is_number_float()) return nullptr;
    if (!is_read_) {
        is_read_ = true;
        const auto add = [&](const Json& part, std::string_view written) {
            WrittenDecimal decimal = written_decimal(written);
            if (decimal != shortest_decimal(part)) rounded_.emplace(&part, std::move(decimal));
        };
        DoubleScan(text_, root_, add).run();
    }
    const auto found = rounded_.find(&number);
    return found == rounded_.end() ? nullptr : &found->second;
}

bool WrittenNumbers::has_rounded(const Json& part) {
    if (!part.is_structured()) return find(part) != nullptr;
    return std::any_of(part.begin(), part.end(), [&](const Json& one) { return has_rounded(one); });
}

std::strong_ordering compare_written(const Json& a, const Json& b, WrittenNumbers* numbers) {
    if (type_rank(a) != type_rank(b)) return type_rank(a) <=> type_rank(b);
    if (a.is_number()) {
        const WrittenDecimal* one = numbers ? numbers->find(a) : nullptr;
        const WrittenDecimal* other = numbers ? numbers->find(b) : nullptr;
        if (!one && !other) return strong_order(compare_numbers(a, b));
        return compare_decimals(one ? *one : shortest_decimal(a),
                                other ? *other : shortest_decimal(b));
    }
    if (a.is_array()) return compare_lists(a, b, numbers);
    if (a.is_object()) return compare_maps(a, b, numbers);
    if (a < b) return std::strong_ordering::less;
    return b < a ? std::strong_ordering::greater : std::strong_ordering::equal;
}

bool is_multiple(const WrittenDecimal& value, const WrittenDecimal& divisor) {
    if (value.digits.empty()) return true;
    // The digits do not end with a zero, so they are no multiple of ten.
    const std::int64_t shift = value.exponent - divisor.exponent;
    if (shift < 0) return false;
    std::uint64_t by = 0;
    std::from_chars(divisor.digits.data(), divisor.digits.data() + divisor.digits.size(), by);
    PLUMBLINE_CHECK(by > 0, "the divisor is positive and has at most 64 bits");
    Wide rest = 0;
    for (const char c : value.digits) rest = (rest * 10 + static_cast<unsigned>(c - '0')) % by;
    return times_power_of_ten(static_cast<std::uint64_t>(rest), shift, by) == 0;
}

bool may_be_rounded(const Json& value) {
    if (value.is_structured()) return std::any_of(value.begin(), value.end(), may_be_rounded);
    return value.is_number_float() && shortest_decimal(value).digits.size() > kExactDigits;
}

}  // namespace plumbline
