#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <string_view>

namespace plumbline {
namespace {

/// The library's dump, told to replace bad bytes: by default it throws on them.
std::string dumped(const Json& value, int indent) {
    return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

/// Says whether every byte stands in a JSON text as it is: ASCII, no control, no quote, no
/// backslash. Looks at eight at a time; a borrow between bytes comes only from one that is not
/// plain itself.
bool is_plain(std::string_view text) {
    constexpr std::uint64_t kEach = 0x0101010101010101U;
    const auto with_zero = [](std::uint64_t bytes) { return (bytes - kEach) & ~bytes; };
    const auto specials = [&](std::uint64_t bytes) {
        return bytes | (bytes - kEach * ' ') | with_zero(bytes ^ (kEach * '"')) |
               with_zero(bytes ^ (kEach * '\\'));
    };
    std::uint64_t bytes = kEach * 'a';
    std::uint64_t found = 0;
    for (; text.size() >= sizeof bytes; text.remove_prefix(sizeof bytes)) {
        std::memcpy(&bytes, text.data(), sizeof bytes);
        found |= specials(bytes);
    }
    for (const char c : text) bytes = bytes << 8U | static_cast<unsigned char>(c);
    return ((found | specials(bytes)) & (kEach * 0x80U)) == 0;
}

/// Writes as the library's dump does, which copies byte for byte. It has its text grow in large
/// steps, which a string grown by small pieces cannot.
class Writer {
  public:
    void put(const Json& value) {
        switch (value.type()) {
            case Json::value_t::object:
                return put_object(value.get_ref<const Json::object_t&>());
            case Json::value_t::array:
                return put_array(value.get_ref<const Json::array_t&>());
            case Json::value_t::string:
                return put_string(value.get_ref<const std::string&>());
            case Json::value_t::number_integer:
                return put_integer(value.get<std::int64_t>());
            case Json::value_t::number_unsigned:
                return put_integer(value.get<std::uint64_t>());
            case Json::value_t::null:
                return put_plain("null");
            default:
                return put_plain(dumped(value, -1));
        }
    }

    void put_member(const std::string& name, const Json& value) {
        put_string(name);
        put_plain(':');
        put(value);
    }

    void put_plain(char one) {
        if (used_ == text_.size()) text_.resize(2 * used_);
        text_[used_++] = one;
    }

    void put_plain(std::string_view piece) {
        if (piece.size() > text_.size() - used_) text_.resize(2 * (text_.size() + piece.size()));
        std::memcpy(text_.data() + used_, piece.data(), piece.size());
        used_ += piece.size();
    }

    [[nodiscard]] std::string text() const { return text_.substr(0, used_); }

  private:
    void put_string(const std::string& value) {
        if (!is_plain(value)) return put_plain(dumped(Json(value), -1));
        put_plain('"');
        put_plain(value);
        put_plain('"');
    }

    template <typename Number>
    void put_integer(Number number) {
        std::array<char, 24> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
        put_plain({digits.data(), static_cast<std::size_t>(end - digits.data())});
    }

    void put_array(const Json::array_t& items) {
        put_plain('[');
        for (const Json& item : items) {
            if (&item != items.data()) put_plain(',');
            put(item);
        }
        put_plain(']');
    }

    void put_object(const Json::object_t& members) {
        put_plain('{');
        for (auto member = members.begin(); member != members.end(); ++member) {
            if (member != members.begin()) put_plain(',');
            put_member(member->first, member->second);
        }
        put_plain('}');
    }

    std::string text_ = std::string(256, '\0');
    std::size_t used_ = 0;
};

}  // namespace

std::string to_text(const Json& value) {
    Writer writer;
    writer.put(value);
    return writer.text();
}

std::string object_text(const std::vector<MemberRef>& members) {
    Writer writer;
    writer.put_plain('{');
    for (const MemberRef& member : members) {
        if (&member != members.data()) writer.put_plain(',');
        writer.put_member(*member.name, *member.value);
    }
    writer.put_plain('}');
    return writer.text();
}

std::string to_pretty_text(const Json& value) {
    return dumped(value, 2);
}

std::string to_short_text(const Json& value, std::size_t max_bytes) {
    std::string text = to_text(value);
    if (text.size() <= max_bytes) return text;
    std::size_t end = max_bytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    text.resize(end);
    return text + "...";
}

std::string type_name(const Json& value) {
    // The library's own names, where they are those of JSON Schema.
    return value.is_number_integer() ? "integer" : value.type_name();
}

}  // namespace plumbline
