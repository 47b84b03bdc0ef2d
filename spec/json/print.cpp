#include "spec/json/print.hpp"

#include "spec/json/string_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <string_view>
#include <utility>

namespace plumbline {
namespace {

/// The library's dump, told to replace bad bytes: by default it throws on them.
std::string dumped(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

enum class Layout { kCompact, kIndented };

/// Writes as the library's dump does, which copies byte for byte. It has its text grow in large
/// steps, which a string grown by small pieces cannot.
template <Layout kLayout>
class Writer {
  public:
    Writer() = default;
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

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
            case Json::value_t::boolean:
                return put_plain(value.get<bool>() ? "true" : "false");
            case Json::value_t::null:
                return put_plain("null");
            default:
                return put_plain(dumped(value));
        }
    }

    void put_member(const Name& name, const Json& value) {
        if (name.label().empty()) {
            put_string(name);
            put_plain(':');
        } else {
            put_label(name.label());
        }
        if (kIsIndented) put_plain(' ');
        put(value);
    }

    void put_plain(char one) {
        *room_for(1) = one;
        ++used_;
    }

    void put_plain(std::string_view piece) {
        std::memcpy(room_for(piece.size()), piece.data(), piece.size());
        used_ += piece.size();
    }

    [[nodiscard]] std::string text() const { return {begin_, used_}; }

  private:
    static constexpr bool kIsIndented = kLayout == Layout::kIndented;
    static constexpr std::size_t kIndent = 2;
    static constexpr std::size_t kMuch = std::size_t{64} * 1024U;

    /// Returns where the next bytes go, of which there are at most `size`.
    char* room_for(std::size_t size) {
        if (size > room_ - used_) make_room(size);
        return begin_ + used_;
    }

    void make_room(std::size_t size) {
        // Long texts are not to take many times their memory.
        const std::size_t factor = room_ < kMuch ? 4 : 2;
        std::string larger(factor * (room_ + size), '\0');
        std::memcpy(larger.data(), begin_, used_);
        long_ = std::move(larger);
        begin_ = long_.data();
        room_ = long_.size();
    }

    void put_label(const NameLabel& label) {
        std::memcpy(room_for(label.bytes().size()), label.bytes().data(), label.bytes().size());
        used_ += label.size();
    }

    void put_string(const std::string& value) {
        constexpr std::size_t kQuotes = 2;
        char* const place = room_for(value.size() + kQuotes + string_text::kRoomBehind);
        if (!string_text::copy_plain(value, place + 1)) return put_escaped(value);
        place[0] = place[value.size() + 1] = '"';
        used_ += value.size() + kQuotes;
    }

    /// Reports hold many texts that are JSON themselves, full of quotes.
    void put_escaped(const std::string& value) {
        constexpr std::size_t kPiece = 512;  // room is made for what its escapes may take
        const std::size_t before = used_;
        put_plain('"');
        for (std::string_view rest = value; !rest.empty();
             rest.remove_prefix(std::min(kPiece, rest.size()))) {
            char* const place = room_for(string_text::kLongestEscape * kPiece);
            const char* end = string_text::escaped(rest.substr(0, kPiece), place);
            if (end == nullptr) {
                used_ = before;
                return put_plain(dumped(Json(value)));
            }
            used_ += static_cast<std::size_t>(end - place);
        }
        put_plain('"');
    }

    template <typename Number>
    void put_integer(Number number) {
        std::array<char, 24> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
        put_plain({digits.data(), static_cast<std::size_t>(end - digits.data())});
    }

    void put_array(const Json::array_t& items) {
        put_all('[', items, ']', [this](const Json& item) { put(item); });
    }

    void put_object(const Json::object_t& members) {
        put_all('{', members, '}', [this](const auto& member) {
            put_member(member.first, member.second);
        });
    }

    template <typename All, typename Put>
    void put_all(char open, const All& all, char close, const Put& put_one) {
        put_plain(open);
        ++depth_;
        for (auto one = all.begin(); one != all.end(); ++one) {
            if (one != all.begin()) put_plain(',');
            begin_line();
            put_one(*one);
        }
        --depth_;
        if (!all.empty()) begin_line();
        put_plain(close);
    }

    void begin_line() {
        if constexpr (kIsIndented) {
            const std::size_t size = 1 + kIndent * depth_;
            char* const place = room_for(size);
            std::memset(place, ' ', size);
            *place = '\n';
            used_ += size;
        }
    }

    // Most texts are short: they are written where no memory is asked for, nor set to zero.
    std::array<char, 4096> short_;
    std::string long_;
    char* begin_ = short_.data();
    std::size_t room_ = short_.size();
    std::size_t used_ = 0;
    std::size_t depth_ = 0;
};

template <Layout kLayout>
std::string written(const Json& value) {
    Writer<kLayout> writer;
    writer.put(value);
    return writer.text();
}

}  // namespace

std::string to_text(const Json& value) {
    return written<Layout::kCompact>(value);
}

std::string object_text(const std::vector<MemberRef>& members) {
    Writer<Layout::kCompact> writer;
    writer.put_plain('{');
    for (const MemberRef& member : members) {
        if (&member != members.data()) writer.put_plain(',');
        writer.put_member(*member.name, *member.value);
    }
    writer.put_plain('}');
    return writer.text();
}

std::string to_pretty_text(const Json& value) {
    return written<Layout::kIndented>(value);
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
